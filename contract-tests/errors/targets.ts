/** Errors of a target, its settings and its orders. Each is a function of the details in its message. */

import { EXAMPLE_URL } from "../../spec/base-address.ts";
import { type Details, UserError } from "../../spec/errors/user-error.ts";

export const orderGivenTwiceError = ({ id, state }: Details<"id" | "state">) =>
  new UserError({
    code: "order-given-twice",
    message: `Order ${id} is given twice as ${state}. Remove one of the two.`,
  });

export const bothPendingAndShippedError = ({ id }: Details<"id">) =>
  new UserError({
    code: "both-pending-and-shipped",
    message: `Order ${id} is given as pending and as shipped. Remove one of the two.`,
  });

export const absentOrderError = ({ id, state }: Details<"id" | "state">) =>
  new UserError({
    code: "absent-order",
    message: `${id} is given as ${state} and as absent, the id of no order. Remove one of the two.`,
  });

export const unreadableTargetsError = ({ file, why }: Details<"file" | "why">) =>
  new UserError({
    code: "unreadable-targets",
    message: `${file} cannot be read (${why}). Check that it is a file with read permission, or give a URL instead of a name.`,
  });

export const unknownTargetError = ({
  name,
  searched,
  suggestion,
}: Details<"name" | "searched" | "suggestion">) =>
  new UserError({
    code: "unknown-target",
    message: `There is no target "${name}": ${searched}. Give a URL such as ${EXAMPLE_URL}, add the name to the file, or name another file with --config. ${suggestion}`,
  });

export const badTargetUrlError = ({ source, why }: Details<"source" | "why">) =>
  new UserError({
    code: "bad-target-url",
    message: `${source} cannot be used as a target: ${why}. Give a URL such as ${EXAMPLE_URL}.`,
  });

export const missingKeyError = ({ variable }: Details<"variable">) =>
  new UserError({
    code: "missing-key",
    message: `The API key is missing: ${variable} is not set. Set it, or name another variable with --api-key-env NAME.`,
  });

export const badKeyVariableError = ({ source }: Details<"source">) =>
  new UserError({
    code: "bad-key-variable",
    message: `${source} takes the name of the environment variable that has the key, such as ORDERS_API_KEY, not the key itself. Export the key in a variable, and give its name.`,
  });

export const keyCommandFailedError = ({ why, command }: Details<"why" | "command">) =>
  new UserError({
    code: "key-command-failed",
    message: `The keyCommand failed (${why}). Run it by hand and fix it, or give the key in a variable with apiKeyEnv: ${command}`,
  });

export const keyCommandOutputError = ({ printed, command }: Details<"printed" | "command">) =>
  new UserError({
    code: "key-command-output",
    message: `The keyCommand must print the key, in one line, and nothing else on stdout; it printed ${printed}: ${command}`,
  });

export const badHeaderError = ({ name, why }: Details<"name" | "why">) =>
  new UserError({
    code: "bad-header",
    message: `The header ${name} cannot be sent: ${why}. Correct it, or remove it, in orders-kit.yaml or in --header.`,
  });

export const badCertificateError = ({ setting, path, why }: Details<"setting" | "path" | "why">) =>
  new UserError({
    code: "bad-certificate",
    message: `${setting} cannot use the file ${path}: ${why}. Give a PEM file in orders-kit.yaml.`,
  });

export const badProxyError = ({ variable, problem }: Details<"variable" | "problem">) =>
  new UserError({
    code: "bad-proxy",
    message: `${variable} ${problem}. Give an HTTP proxy, such as http://proxy.example:3128, or exclude the host of the target with NO_PROXY.`,
  });

export const setupFailedError = ({ why, command }: Details<"why" | "command">) =>
  new UserError({
    code: "setup-failed",
    message: `The setup command failed (${why}). Fix it, or remove it from orders-kit.yaml: ${command}`,
    exitCode: 3,
  });

export const setupOutputError = ({ command }: Details<"command">) =>
  new UserError({
    code: "setup-output",
    message: `The setup command must print {"pending":[ids],"shipped":[ids],"absent":[ids]}, each optional, and nothing else on stdout: ${command}`,
    exitCode: 3,
  });

export const notTheServiceError = ({ url, answer }: Details<"url" | "answer">) =>
  new UserError({
    code: "not-the-service",
    message: `${url} answers the list with ${answer}. Check that the URL is right and ends in the version segment. The run continues.`,
  });

export const mswMissingError = () =>
  new UserError({
    code: "msw-missing",
    message: "msw is not installed. Run npm install --save-dev msw.",
  });

export const prismMissingError = () =>
  new UserError({
    code: "prism-missing",
    message: "Prism is not installed. Run npm install @stoplight/prism-cli@5.14.2.",
  });

export const prismFailedError = ({ version, why }: Details<"version" | "why">) =>
  new UserError({
    code: "prism-failed",
    message: `Prism ${version} cannot be used (${why}). Install it again: npm install @stoplight/prism-cli@5.14.2.`,
  });

export const noTargetError = ({ command }: Details<"command">) =>
  new UserError({
    code: "no-target",
    message: `${command} needs a target. Is a variable of the shell unset? Name mock, the embedded mock; a URL such as ${EXAMPLE_URL}; or a target of orders-kit.yaml.`,
  });

export const unreadableKnownError = ({ file, why }: Details<"file" | "why">) =>
  new UserError({
    code: "unreadable-known",
    message: `${file} cannot be read (${why}). Check that it is a file with read permission.`,
  });

export const knownNotWrittenError = ({ file, why }: Details<"file" | "why">) =>
  new UserError({
    code: "known-not-written",
    message: `--accept cannot write ${file} (${why}). Make the file and its folder writable.`,
  });
