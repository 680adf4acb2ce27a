/** Errors of a target: its URL, its key, its orders, its answers, and the packages that are needed to reach it. */

import { suggest } from "./suggest.ts";
import { defineError } from "./user-error.ts";

export const TARGETS = {
  unknownTarget: defineError(
    "unknown-target",
    "The target is neither a URL nor a name in the `orders-kit.yaml` of the current folder: write the URL with `http://` or `https://`, or add the name to the file.",
    (name: string, valid: readonly string[], file: string) =>
      [
        `There is no target "${name}".`,
        suggest(name, valid),
        `${valid.length === 0 ? "Give" : "Or give"} a URL such as ${exampleFor(name)}, or add the name to ${file}.`,
      ]
        .filter(Boolean)
        .join(" "),
  ),
  badTargetUrl: defineError(
    "bad-target-url",
    "The URL of a target is invalid, or has a part that it must not have, such as a password or a query: give the base address that ends in the version segment.",
    (url: string, why: string, name?: string) =>
      `${name === undefined ? url : `The url of ${name} in orders-kit.yaml, ${url},`} cannot be used as a target: ${why}. Give a URL such as https://host/v1.`,
  ),
  missingKey: defineError(
    "missing-key",
    "The environment variable for the API key is not set, or is empty: set it, or name another one with `--api-key-env` or `keyEnv`.",
    (variable: string) =>
      `The API key is missing: ${variable} is not set. Set it, or name another variable with --api-key-env NAME.`,
  ),
  badKeyVariable: defineError(
    "bad-key-variable",
    "`--api-key-env` or `keyEnv` is not the name of a variable, but perhaps the key itself, so it is not shown: give the name.",
    (source: string) =>
      `${source} takes the name of the environment variable that has the key, such as ORDERS_API_KEY, not the key itself. Export the key in a variable, and give its name.`,
  ),
  badKey: defineError(
    "bad-key",
    "A key has a character that a header cannot have, often the line break at the end of a file: use the key only.",
    (source: string, problem: string) =>
      `${source} is not a valid key: ${problem}. A key is visible ASCII characters without spaces.`,
  ),
  keyCommandFailed: defineError(
    "key-command-failed",
    "The `keyCommand` of a target failed with the error whose last line is shown, or did not end in time: run it by hand, and fix it.",
    (command: string, why: string) =>
      `The keyCommand failed (${why}). Run it by hand and fix it, or give the key in a variable with keyEnv: ${command}`,
  ),
  keyCommandOutput: defineError(
    "key-command-output",
    "The `keyCommand` of a target printed nothing, or several lines: print the key on stdout, and everything else on stderr.",
    (command: string, printed: string) =>
      `The keyCommand must print the key, in one line, and nothing else on stdout; it printed ${printed}: ${command}`,
  ),
  badHeader: defineError(
    "bad-header",
    "A header of `headers` or `--header` cannot be sent, is one that the gate sends itself, or has a variable that is not set: the message says why.",
    (name: string, why: string) =>
      `The header ${name} cannot be sent: ${why}. Correct it, or remove it, in orders-kit.yaml or in --header.`,
  ),
  badCertificate: defineError(
    "bad-certificate",
    "A file of `clientCert`, `clientKey` or `ca` cannot be read, is not in PEM form, or does not belong to the other: give the right file.",
    (setting: string, path: string, why: string) =>
      `The file ${path} of ${setting} cannot be used: ${why}. Give a PEM file in orders-kit.yaml, or with ${flagOf(setting)}.`,
  ),
  badProxy: defineError(
    "bad-proxy",
    "The environment variable that names the proxy of the network has no address of an HTTP proxy, which is not shown, as it may have a password: correct it, or exclude the host with `NO_PROXY`.",
    (variable: string, what: string) =>
      `${variable} ${what}. Give an HTTP proxy, such as http://proxy.example:3128, or exclude the host of the target with NO_PROXY.`,
  ),
  setupFailed: defineError(
    "setup-failed",
    "The `setup` command of a target failed with the error whose last line is shown: run it by hand, and fix it.",
    (command: string, why: string) =>
      `The setup command failed (${why}). Fix it, or remove it from orders-kit.yaml: ${command}`,
  ),
  setupOutput: defineError(
    "setup-output",
    "The `setup` command of a target printed something other than its orders: print one JSON object on stdout, and everything else on stderr.",
    (command: string) =>
      `The setup command must print {"pending":[ids],"shipped":[ids],"absent":[ids]}, each optional, and nothing else on stdout: ${command}`,
  ),
  interrupted: defineError(
    "interrupted",
    "A signal ended the run before its first request: run it again.",
    () => "The run was interrupted before its first request. Nothing was judged.",
    3,
  ),
  targetUnreachable: defineError(
    "target-unreachable",
    "No HTTP response came from the target's URL: check the URL, the port, the certificate and the network, or wait until the service is up.",
    (url: string, what: string) => `The target cannot be reached at ${url}: ${what}`,
    3,
  ),
  keyRefused: defineError(
    "key-refused",
    "The target rejects the API key, so that nothing can be judged: check that the key is for this deployment and has not expired.",
    (status: number, variable: string | undefined) =>
      `The target rejects the API key: the list of orders gets ${status}. Check the key ${variable === undefined ? "that keyCommand prints" : `in ${variable}`}.`,
    3,
  ),
  gatewayAnswers: defineError(
    "gateway-answers",
    "Something in front of the service answered in its place, such as a login, a firewall, or a server that requires a client certificate, so that nothing can be judged: the message says what it looks like and what to do.",
    (url: string, answer: string, looksLike: string, fix: string) =>
      `${url} answers the list with ${answer}: ${looksLike}. ${fix}`,
    3,
  ),
  notTheService: defineError(
    "not-the-service",
    "A warning, not an error: the first response looks like one of a login page, a gateway or a wrong path, and the run judges it as the service: check the URL, and whether a login is required.",
    (url: string, answer: string) =>
      `${url} answers the list with ${answer}. Check that the URL is right and ends in the version segment. The run continues.`,
  ),
  notComparable: defineError(
    "not-comparable",
    "One of the two targets was not judged, for the reason in the message: run `verify` on it.",
    (name: string, why: string) => `${name} was not judged, so there is nothing to compare. ${why}`,
    3,
  ),
  keyLeaked: defineError(
    "key-leaked",
    "The API key, or the value of a header, was found in the output, which was removed: remove it from the URL and the name of the target, and if it is in neither, report a bug.",
    (places: readonly string[]) =>
      `The API key or the value of a header was found in ${places.join(", ")}, which was removed, and the run is not valid. If the URL or the name of the target has it, remove it there; otherwise please report a bug.`,
    3,
  ),
  mswMissing: defineError(
    "msw-missing",
    "`verify msw` and `init` need the package msw: install it.",
    () => "msw is not installed. Run npm install --save-dev msw.",
  ),
  gentleShards: defineError(
    "gentle-shards",
    "A gentle run of `orders-kit/contract` has `--shard`, and machines that do not know of each other cannot keep its limits: run it on one machine.",
    () => "A gentle run cannot be sharded: its limits hold on one machine. Run it without --shard.",
  ),
  prismMissing: defineError(
    "prism-missing",
    "`proxy` and `--through-prism` need Prism: install the package that the message names.",
    () => "Prism is not installed. Run npm install @stoplight/prism-cli@5.14.2.",
  ),
  prismFailed: defineError(
    "prism-failed",
    "Prism is installed but does not start: run the command of the message to see its output.",
    (version: string, why: string) =>
      `Prism ${version} does not start (${why}). Run npx prism mock node_modules/orders-kit/spec/openapi.yaml to see its output.`,
  ),
};

/** `--client-cert` for `clientCert`. */
function flagOf(setting: string): string {
  return `--${setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A URL made of a host name without a scheme, or a made-up one. */
function exampleFor(name: string): string {
  return /^[\w.-]+(:\d+)?(\/|$)/.test(name) && /[.:]/.test(name) ? `http://${name}` : "https://host/v1";
}
