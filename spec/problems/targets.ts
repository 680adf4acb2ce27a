/** Why a deployment cannot be judged: its address, its key, its orders, what answers there, and Prism beside it. */
import { problem } from "./entry.ts";
import { suggest } from "./suggest.ts";

export const TARGETS = {
  unknownTarget: problem(
    "unknown-target",
    "The target is neither an address nor a name that `orders-kit.yaml` in the current folder has: write an address with `http://` or `https://`, or add the name to the file.",
    (name: string, valid: readonly string[], file: string) =>
      [
        `There is no target "${name}".`,
        suggest(name, valid),
        `${valid.length === 0 ? "Give" : "Or give"} an address such as ${exampleFor(name)}, or name it in ${file}.`,
      ]
        .filter(Boolean)
        .join(" "),
  ),
  badTargetUrl: problem(
    "bad-target-url",
    "The address of a target is none that can be called, or holds what must not be in one, such as a password or a query: give the base address that ends in the version segment.",
    (url: string, why: string, name?: string) =>
      `${name === undefined ? url : `The url of ${name} in orders-kit.yaml, ${url},`} cannot be verified: ${why}. Give an address such as https://host/v1.`,
  ),
  missingKey: problem(
    "missing-key",
    "The variable that should hold the API key is not set or empty: set it, or name another with `--api-key-env` or `keyEnv`.",
    (variable: string) =>
      `The API key is missing: ${variable} is not set. Set it, or name the variable that holds the key with --api-key-env NAME.`,
  ),
  badKeyVariable: problem(
    "bad-key-variable",
    "`--api-key-env` or `keyEnv` holds something else than the name of a variable, perhaps the key itself, which is therefore not shown: give the name.",
    (source: string) =>
      `${source} takes the name of a variable that holds the key, such as ORDERS_API_KEY, never the key itself. Export the key under a name, and give the name.`,
  ),
  badKey: problem(
    "bad-key",
    "A key holds a character that no header carries, often the line break at the end of the file that it was read from: take the key alone.",
    (source: string, fault: string) =>
      `${source} is no key that a header can carry: ${fault}. It takes visible ASCII characters without spaces.`,
  ),
  setupFailed: problem(
    "setup-failed",
    "The `setup` command of a target ended with an error, of which the message has the last line: run it by hand, and mend it.",
    (command: string, why: string) =>
      `The setup command failed (${why}). Put it right, or take it out of orders-kit.yaml: ${command}`,
  ),
  setupOutput: problem(
    "setup-output",
    "The `setup` command of a target printed something else than the orders that it prepared: print the one JSON object on stdout, and all else on stderr.",
    (command: string) =>
      `The setup command must print {"pending":[ids],"shipped":[ids]} and nothing else on stdout: ${command}`,
  ),
  targetUnreachable: problem(
    "target-unreachable",
    "Nothing that speaks HTTP answered at the target's address: check the address, the port, the certificate and the network, or wait until it is up.",
    (url: string, what: string) => `The target cannot be reached at ${url}: ${what}`,
    3,
  ),
  keyRefused: problem(
    "key-refused",
    "The target refuses the key that should be good, so nothing can be said of it: check that the key is one of this deployment and has not expired.",
    (status: number, variable: string) =>
      `The target refuses the key that should be good: listing the orders gets ${status}. Check the key in ${variable}.`,
    3,
  ),
  notTheService: problem(
    "not-the-service",
    "A note, and no error: the first answer looks like a login page, a gateway or a wrong path, and is judged as if it were the service: check the address, and whether a login stands before it.",
    (url: string, answer: string) =>
      `${url} answers the list with ${answer}: is the address right, and does it end in the version segment? The run goes on.`,
  ),
  notComparable: problem(
    "not-comparable",
    "One of the two that are compared was not judged, for the reason that the message gives: run `verify` on it.",
    (name: string, why: string) => `${name} was not judged, so there is nothing to compare. ${why}`,
    3,
  ),
  keyLeaked: problem(
    "key-leaked",
    "The key was found in what orders-kit was about to leave behind, and that was removed: take the key out of the address and the name of the target, and where it is in neither, let us know.",
    (places: readonly string[]) =>
      `The API key was found in ${places.join(", ")}, which was removed, and the run does not count. If the address or the name of the target holds the key, take it out there; else please report this.`,
    3,
  ),
  mswMissing: problem(
    "msw-missing",
    "`verify msw` and `init` need msw, which is not installed: install it.",
    () => "msw is not installed: there is no msw in node_modules. Run npm install --save-dev msw.",
  ),
  playwrightMissing: problem(
    "playwright-missing",
    "The gate needs Playwright, which is not installed: install it; no browser is needed.",
    () => "Playwright is not installed: there is no playwright in node_modules. Run npm install --save-dev playwright.",
  ),
  prismMissing: problem(
    "prism-missing",
    "`proxy` and `--through-prism` need Prism, which is not installed: install the package that the message names.",
    () =>
      "Prism is not installed: there is no @stoplight/prism-cli in node_modules. Run npm install @stoplight/prism-cli@5.14.2.",
  ),
  prismFailed: problem(
    "prism-failed",
    "Prism is installed and does not start: run it by hand, as the message has it, to see all that it says.",
    (version: string, why: string) =>
      `Prism ${version} does not start (${why}). Run npx prism mock node_modules/orders-kit/spec/openapi.yaml to see all that it says.`,
  ),
};

/** An address, from what was perhaps meant as one. */
function exampleFor(name: string): string {
  return /^[\w.-]+(:\d+)?(\/|$)/.test(name) && /[.:]/.test(name) ? `http://${name}` : "https://host/v1";
}
