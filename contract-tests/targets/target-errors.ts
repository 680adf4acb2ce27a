/** Errors of a target, its settings and its orders. */

import { EXAMPLE_URL } from "../../spec/base-address.ts";
import { errorTable } from "../../spec/errors/user-error.ts";

export const targetError = errorTable(
  {
    "order-given-twice": "Order {id} is given twice as {state}. Remove one of the two.",
    "both-pending-and-shipped":
      "Order {id} is given as pending and as shipped. Remove one of the two.",
    "absent-order":
      "{id} is given as {state} and as absent, the id of no order. Remove one of the two.",
    "unreadable-targets":
      "{file} cannot be read ({why}). Check that it is a file with read permission, or give a URL instead of a name.",
    "unknown-target": `There is no target "{name}": {searched}. Give a URL such as ${EXAMPLE_URL}, add the name to the file, or name another file with --config. {suggestion}`,
    "bad-target-url": `{source} cannot be used as a target: {why}. Give a URL such as ${EXAMPLE_URL}.`,
    "missing-key":
      "The API key of {owner} is missing: {variable} is not set. Set it, or name another variable with --api-key-env NAME. A target of orders-kit.yaml may have apiKeyEnv, or keyCommand, which prints the key.",
    "bad-key-variable":
      "{source} takes the name of the environment variable that has the key, such as ORDERS_API_KEY, not the key itself. Export the key in a variable, and give its name.",
    "key-command-failed":
      "The keyCommand failed ({why}). Run it by hand and fix it, or give the key in a variable with apiKeyEnv: {command}",
    "key-command-output":
      "The keyCommand must print the key, in one line, and nothing else on stdout; it printed {printed}: {command}",
    "bad-header":
      "The header {name} cannot be sent: {why}. Correct it, or remove it, in orders-kit.yaml or in --header.",
    "bad-certificate":
      "{setting} cannot use the file {path}: {why}. Give a PEM file in orders-kit.yaml.",
    "bad-proxy":
      "{variable} {problem}. Give an HTTP proxy, such as http://proxy.example:3128, or exclude the host of the target with NO_PROXY.",
    "setup-failed":
      "The setup command failed ({why}). Fix it, or remove it from orders-kit.yaml: {command}",
    "setup-output":
      'The setup command must print {"pending":[ids],"shipped":[ids],"absent":[ids]}, each optional, and nothing else on stdout: {command}',
    "not-the-service":
      "{url} answers the list with {answer}. Check that the URL is right and ends in the version segment. The run continues.",
    "msw-missing": "msw is not installed. Run npm install --save-dev msw.",
    "no-target": `{command} needs a target. Is a variable of the shell unset? Name mock, the embedded mock; a URL such as ${EXAMPLE_URL}; or a target of orders-kit.yaml.`,
    "unreadable-known":
      "{file} cannot be read ({why}). Check that it is a file with read permission.",
    "key-in-reason":
      "The reason of --accept has the API key or the value of a header in it. Leave that out.",
    "known-not-written":
      "--accept cannot write {file} ({why}). Make the file and its folder writable.",
    interrupted: "The run was interrupted before its first request. Nothing was judged.",
    "target-unreachable": "The target cannot be reached at {url}: {problem}",
    "key-refused":
      "The target rejects the API key: the list of orders gets {status}. Check the key {source}, or whether a gateway removes Authorization.",
    "gateway-answers":
      "{url} answers the list with {answer}, which is not the service's own. {fix}",
  },
  [
    "setup-failed",
    "setup-output",
    "interrupted",
    "target-unreachable",
    "key-refused",
    "gateway-answers",
  ],
);
