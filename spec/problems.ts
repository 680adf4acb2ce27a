/**
 * Every error that a user can cause, worded as the fix: what happened, where, what to do. A command prints
 * the message on one line and ends with the exit code; no stack trace.
 */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly code: string;
  /** 2: the command or the configuration is wrong. 3: the target cannot be judged. */
  readonly exitCode: 2 | 3;
  constructor(code: string, message: string, exitCode: 2 | 3 = 2) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
  }
}

/** The sentence that ends an error about an unknown name: the closest one, and all of them. */
export function suggest(name: string, valid: readonly string[]): string {
  const closest = valid
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)[0];
  const near = closest !== undefined && closest.distance <= Math.max(2, name.length / 3);
  return `${near ? `Did you mean ${closest.candidate}? ` : ""}Valid: ${valid.join(", ")}.`;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swap));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

export const PROBLEMS = {
  unknownScenario: (name: string, valid: readonly string[]) =>
    new UserError("unknown-scenario", `There is no scenario "${name}". ${suggest(name, valid)} Or name a .yaml file.`),
  unknownFlag: (flag: string, command: string, valid: readonly string[]) =>
    new UserError("unknown-flag", `orders-kit ${command} has no flag ${flag}. ${suggest(flag, valid)}`),
  unexpectedArgument: (argument: string, command: string) =>
    new UserError("unexpected-argument", `orders-kit ${command} takes no argument "${argument}". Leave it out.`),
  unknownCommand: (name: string, valid: readonly string[]) =>
    new UserError("unknown-command", `orders-kit has no command "${name}". ${suggest(name, valid)}`),
  unknownArgument: (argument: string, command: string, flags: readonly string[]) =>
    new UserError(
      "unknown-argument",
      `orders-kit ${command} does not know what to do with "${argument}". Its flags: ${flags.join(", ")}.`,
    ),
  missingValue: (flag: string) => new UserError("missing-value", `${flag} needs a value: ${flag} VALUE.`),
  noValue: (flag: string) => new UserError("no-value", `${flag} takes no value. Leave it out.`),
  badValue: (flag: string, value: string, wanted: string) =>
    new UserError("bad-value", `${flag} takes ${wanted}, not "${value}".`),
  badFile: (place: string, problem: string, excerpt: string) =>
    new UserError("bad-file", `${place} ${problem}\n${excerpt}`),
  unreadableScenario: (file: string, why: string) =>
    new UserError("unreadable-scenario", `The scenario file ${file} cannot be read (${why}). Check its path.`),
  noScenarioFile: () =>
    new UserError("no-scenario-file", "--watch needs a file to watch. Name one with --scenario FILE.yaml."),
  unreadableProfile: (file: string, why: string) =>
    new UserError("unreadable-profile", `The profile ${file} cannot be read (${why}). Check its path.`),
  profileNotWritten: (file: string, why: string) =>
    new UserError("profile-not-written", `The profile cannot be written to ${file} (${why}). Check --learn.`),
  notReplaced: (file: string, why: string) =>
    new UserError(
      "not-replaced",
      `${file} is no profile that --learn could replace: name another file, or mend this one.\n${why}`,
    ),
  compareTwo: () =>
    new UserError(
      "compare-two",
      "orders-kit compare takes two: orders-kit compare A B, each a target or the file of a profile.",
    ),
  compareWhoseIds: () =>
    new UserError(
      "compare-whose-ids",
      "--pending and --shipped cannot tell whose orders they name. Name the orders of each target in orders-kit.yaml.",
    ),
  notComparable: (name: string, why: string) =>
    new UserError("not-comparable", `${name} was not judged, so there is nothing to compare. ${why}`, 3),
  learnWhere: () =>
    new UserError(
      "learn-where",
      "--learn-anyway goes with --learn FILE, which says where the profile is written. Add it.",
    ),
  learnPart: () =>
    new UserError(
      "learn-part",
      "--learn asks for the whole run, since --only may miss a violation. Leave one of them out.",
    ),
  badKey: (source: string) =>
    new UserError(
      "bad-key",
      `${source} takes a key of visible ASCII characters without spaces, as a header can carry it.`,
    ),
  cannotShip: (id: string, why: "unknown" | "cancelled-before") =>
    new UserError(
      "cannot-ship",
      why === "unknown"
        ? `No order of this world has the id ${id}. Take one of ids("pending").`
        : `Order ${id} is cancelled and can no longer ship. Take one of ids("pending").`,
    ),
  foreignWorld: () => new UserError("foreign-world", "world takes what createWorld of orders-kit/msw has made."),
  badBaseUrl: (value: string) =>
    new UserError(
      "bad-base-url",
      `baseUrl takes an address such as http://127.0.0.1:4010/v1 (in a browser also /v1), not "${value}".`,
    ),
  mockUnreachable: (url: string, why: string) =>
    new UserError(
      "mock-unreachable",
      `No mock can be controlled at ${url} (${why}). Start it with \`npx orders-kit mock\`, or check the address.`,
    ),
  controlRefused: (call: string, why: string) => new UserError("control-refused", `The mock refuses ${call}: ${why}`),
  portRefused: (port: number, host: string, why: string) =>
    new UserError(
      "port-refused",
      `The mock cannot listen on port ${port} of ${host} (${why}). Check --port and --host.`,
    ),
  portInUse: (port: number, host: string) =>
    new UserError(
      "port-in-use",
      `Port ${port} on ${host} is in use. Choose another with --port, or --port 0 for a free one.`,
    ),
  unknownTarget: (name: string, valid: readonly string[], file: string) =>
    new UserError(
      "unknown-target",
      `There is no target "${name}". ${suggest(name, valid)} Or give an address such as ${
        /^[\w.-]+(:\d+)?(\/|$)/.test(name) && /[.:]/.test(name) ? `http://${name}` : "https://host/v1"
      }, or name it in ${file}.`,
    ),
  badTargetUrl: (url: string, why: string) =>
    new UserError("bad-target-url", `${url} cannot be verified: ${why}. Give an address such as https://host/v1.`),
  missingKey: (variable: string) =>
    new UserError(
      "missing-key",
      `The API key is missing: ${variable} is not set. Set it, or name the variable that holds the key with --api-key-env NAME.`,
    ),
  setupFailed: (command: string, why: string) =>
    new UserError("setup-failed", `The setup command failed (${why}). Put it right, or take it out: ${command}`),
  setupOutput: (command: string) =>
    new UserError(
      "setup-output",
      `The setup command must print {"pending":[ids],"shipped":[ids]} and nothing else on stdout: ${command}`,
    ),
  unknownClause: (name: string, valid: readonly string[]) =>
    new UserError("unknown-clause", `There is no clause "${name}". ${suggest(name, valid)}`),
  keyLeaked: (places: readonly string[]) =>
    new UserError(
      "key-leaked",
      `The API key was found in ${places.join(", ")}, which was removed. The run does not count; please report this.`,
      3,
    ),
  missingFolder: () =>
    new UserError(
      "missing-folder",
      "orders-kit init needs the folder that your app serves at its root: orders-kit init public",
    ),
  scriptNotWritten: (folder: string, cause: string) =>
    new UserError(
      "script-not-written",
      `The service worker script cannot be written to ${folder} (${cause}). Name a folder that can be written.`,
    ),
  reportNotWritten: (dir: string, cause: string) =>
    new UserError(
      "report-not-written",
      `The reports cannot be written to ${dir} (${cause}). Name a folder that can be written with --report DIR.`,
    ),
  proxyTarget: () =>
    new UserError(
      "proxy-target",
      "orders-kit proxy takes the deployment to stand before: an address such as https://host/v1, or a name of orders-kit.yaml.",
    ),
  proxyPortRefused: (port: number, host: string, why: string) =>
    new UserError("proxy-port-refused", `The proxy cannot listen on port ${port} of ${host} (${why}). Check --port.`),
  mswMissing: () =>
    new UserError(
      "msw-missing",
      "msw is not installed: there is no msw in node_modules. Run npm install --save-dev msw.",
    ),
  playwrightMissing: () =>
    new UserError(
      "playwright-missing",
      "Playwright is not installed: there is no playwright in node_modules. Run npm install --save-dev playwright.",
    ),
  prismMissing: () =>
    new UserError(
      "prism-missing",
      "Prism is not installed: there is no @stoplight/prism-cli in node_modules. Run npm install @stoplight/prism-cli@5.14.2.",
    ),
  prismFailed: (version: string, why: string) =>
    new UserError(
      "prism-failed",
      `Prism ${version} does not start (${why}). Run npx prism proxy spec/openapi.yaml http://127.0.0.1:9 to see all that it says.`,
    ),
} as const;
