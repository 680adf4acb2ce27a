/**
 * All errors that a user can cause, each as the text that the user reads. A command prints the text and the code in one line, without a
 * stack trace, and ends with the exit code. errors.md is made of these texts.
 */
import { didYouMean, suggest } from "./suggest.ts";
import { defineErrors } from "./user-error.ts";

export { suggest } from "./suggest.ts";
export { connectionErrorText, describeSystemError, isTlsError } from "./system-error.ts";
export { UserError } from "./user-error.ts";

const COMMAND_LINE = defineErrors({
  unknownCommand: 'orders-kit has no command "«name»". «suggestion»',
  unknownFlag: "orders-kit «command» has no flag «name». «suggestion»",
  unexpectedArgument:
    'orders-kit «command» does not take the argument "«argument»". Remove it. Usage: orders-kit «command» «takes».',
  missingValue: {
    text: "«flag» needs a value, as in «flag» «value».",
    note: "An unset variable of the shell gives an empty value.",
  },
  noValue: "«flag» takes no value: write «flag» alone.",
  badValue: {
    text: '«flag» takes «expected», not "«value»".',
    details: (flag: string, value: string, expected: string) => ({ flag, value, expected }),
  },
  unknownScenario: 'There is no scenario "«name»". «suggestion» Or give a .yaml file.',
  unknownClause: {
    text: 'There is no clause "«name»". «suggestion»',
    details: (name: string, valid: readonly string[]) => {
      return { name, suggestion: `${didYouMean(name, valid)}orders-kit clauses lists all ${valid.length}.` };
    },
  },
  noScenarioFile: "--watch needs a file to watch. Name one with --scenario FILE.yaml.",
  bothPendingAndShipped: "Order «id» is given as pending and as shipped. Remove one of the two.",
  absentOrder: "«id» is given as «state» and as absent, the id of no order. Remove one of the two.",
  learnWhere: "--learn-anyway needs --learn FILE, the file to write the profile to. Add it.",
  learnPart: "--learn needs a full run, because --only can miss a violation. Remove one of them.",
  compareTwo: "orders-kit compare takes two arguments: orders-kit compare A B, each a target or a profile file.",
  compareWhoseFlag: "«flag» does not say which of the two targets it is for. Set it on the target in orders-kit.yaml.",
  snapshotTarget: "orders-kit snapshot needs a target: a URL such as https://host/v1, or a name in orders-kit.yaml.",
  noList: {
    text: "«target» has not listed its orders: «why» Check it with orders-kit verify «target».",
    exitCode: 3,
  },
  outputNotWritten: {
    text: "The output cannot be written («why»). Make room, or send it elsewhere.",
    exitCode: 3,
  },
  proxyTarget: "orders-kit proxy needs a target: a URL such as https://host/v1, or a name in orders-kit.yaml.",
  missingFolder: "orders-kit init needs the folder that your app serves at its root: orders-kit init public",
});

const FILES = defineErrors({
  badFile: {
    text: "«place» «problem»\n«excerpt»",
    note: "A scenario, a profile, `orders-kit.yaml` or the body of a control request is invalid. The problem includes the fix.",
  },
  unreadableScenario: {
    text: "The scenario file «file» cannot be read («why»). Check its path.",
    note: "It is relative to the current folder.",
  },
  unreadableProfile: "The profile «file» cannot be read («why»). Check its path.",
  unreadableTargets:
    "«file» cannot be read («why»). Check that it is a file with read permission, or give a URL instead of a name.",
  profileNotWritten: "The profile cannot be written to «file» («why»). Use a writable file with --learn FILE.",
  notReplaced: {
    text: "«problem» --learn does not overwrite it: fix it, or use another file.«excerpt»",
    details: (why: string) => {
      const end = why.search(/\n|$/);
      return { problem: why.slice(0, end), excerpt: why.slice(end) };
    },
  },
  reportNotWritten: "The reports cannot be written to «dir» («why»). Use a writable folder with --report DIR.",
  foreignFile:
    "«path» was not written by orders-kit (or msw), so it is not overwritten. Use another folder, or move it away.",
  scriptNotWritten: "The service worker script cannot be written to «folder» («why»). Use a writable folder.",
});

const TARGETS = defineErrors({
  unknownTarget: {
    text: 'There is no target "«name»". «suggestion» a URL such as «example», or add the name to «file».',
    details: (name: string, valid: readonly string[], file: string) => {
      const suggestion = valid.length === 0 ? "Give" : `${suggest(name, valid)} Or give`;
      return { name, suggestion, example: exampleFor(name), file };
    },
  },
  badTargetUrl: {
    text: "«source» cannot be used as a target: «why». Give a URL such as https://host/v1.",
    details: (url: string, why: string, name?: string) => {
      return { source: name === undefined ? url : `The url of ${name} in orders-kit.yaml, ${url},`, why };
    },
  },
  missingKey:
    "The API key is missing: «variable» is not set. Set it, or name another variable with --api-key-env NAME.",
  badKeyVariable: {
    text: "«source» takes the name of the environment variable that has the key, such as ORDERS_API_KEY, not the key itself. Export the key in a variable, and give its name.",
    note: "What was given may be the key, so it is not shown.",
  },
  badKey: {
    text: "«source» is not a valid key: «problem». A key is visible ASCII characters without spaces.",
    note: "Often it is the line break at the end of a file.",
  },
  keyCommandFailed:
    "The keyCommand failed («why»). Run it by hand and fix it, or give the key in a variable with keyEnv: «command»",
  keyCommandOutput:
    "The keyCommand must print the key, in one line, and nothing else on stdout; it printed «printed»: «command»",
  badHeader: "The header «name» cannot be sent: «why». Correct it, or remove it, in orders-kit.yaml or in --header.",
  badCertificate: {
    text: "The file «path» of «setting» cannot be used: «why». Give a PEM file in orders-kit.yaml, or with «flag».",
    details: (setting: string, path: string, why: string) => ({ setting, path, why, flag: flagOf(setting) }),
  },
  badProxy: {
    text: "«variable» «problem». Give an HTTP proxy, such as http://proxy.example:3128, or exclude the host of the target with NO_PROXY.",
    note: "The address may have a password, so it is not shown.",
  },
  setupFailed: "The setup command failed («why»). Fix it, or remove it from orders-kit.yaml: «command»",
  setupOutput:
    'The setup command must print {"pending":[ids],"shipped":[ids],"absent":[ids]}, each optional, and nothing else on stdout: «command»',
  interrupted: { text: "The run was interrupted before its first request. Nothing was judged.", exitCode: 3 },
  targetUnreachable: { text: "The target cannot be reached at «url»: «problem»", exitCode: 3 },
  keyRefused: {
    text: "The target rejects the API key: the list of orders gets «status». Check the key «source», or whether a gateway removes Authorization.",
    details: (status: number, variable: string | undefined) => {
      return { status, source: variable === undefined ? "that keyCommand prints" : `in ${variable}` };
    },
    exitCode: 3,
    note: "Is it for this deployment, and has it not expired?",
  },
  gatewayAnswers: {
    text: "«url» answers the list with «answer»: «guess». «fix»",
    exitCode: 3,
    note: "Something in front of the service answered in its place, such as a login or a firewall.",
  },
  notTheService: {
    text: "«url» answers the list with «answer». Check that the URL is right and ends in the version segment. The run continues.",
    note: "A warning: the first response looks like one of a login page, a gateway or a wrong path.",
  },
  notComparable: { text: "«name» was not judged, so there is nothing to compare. «why»", exitCode: 3 },
  keyLeaked: {
    text: "The API key or the value of a header was found in «places», which was removed, and the run is not valid. If the URL or the name of the target has it, remove it there; otherwise please report a bug.",
    exitCode: 3,
  },
  mswMissing: {
    text: "msw is not installed. Run npm install --save-dev msw.",
    note: "`verify msw` and `init` need it.",
  },
  gentleShards: "A gentle run cannot be sharded: its limits hold on one machine. Run it without --shard.",
  prismMissing: {
    text: "Prism is not installed. Run npm install @stoplight/prism-cli@5.14.2.",
    note: "`proxy` and `--through-prism` need it.",
  },
  prismFailed:
    "Prism «version» does not start («why»). Run npx prism mock node_modules/orders-kit/spec/openapi.yaml to see its output.",
});

const MOCK = defineErrors({
  portInUse: "Port «port» on «host» is in use. Choose another with --port, or --port 0 for a free one.",
  portRefused:
    "orders-kit cannot listen on port «port» of «host» («why»). Use another port with --port, or, for the mock, another address with --host.",
  badHttps:
    "The mock cannot serve HTTPS: «why». Give a certificate and its key in PEM form with --https-cert FILE --https-key FILE, or let --https make one.",
  noSelfsignedPackage:
    "--https needs the package selfsigned to make a certificate. Install it: npm install --save-dev selfsigned; or give one with --https-cert FILE --https-key FILE.",
  caNotSaved: {
    text: "--save-ca cannot write «file»: «why».",
    note: "Use it with `--https` alone, and name a file in an existing folder, or one that it has written before.",
  },
  badStore: "--store takes the address of Redis or Valkey, such as redis://host:6379/0 (rediss: for TLS).",
  noRedisPackage: "--store needs the package redis. Install it: npm install --save-dev redis",
  storeUnusable: {
    text: "The store «address» cannot be used («why»). «fix», or check --store.",
    details: (address: string, why: string) => {
      const isUntrusted = /certificate/i.test(why);
      const fix = isUntrusted ? "Name the CA of its certificate in NODE_EXTRA_CA_CERTS" : "Start Redis or Valkey there";
      return { address, why, fix };
    },
    note: "It needs Redis 7 or Valkey. Also check its user, its password and what the user may do.",
  },
  storeScenario:
    "Mocks with a store keep the scenario that they were started with. Start all of them again with the other one.",
  badBaseUrl: {
    text: 'baseUrl takes a URL that ends in the version, such as http://127.0.0.1:4010/v1 (in a browser also /v1), not "«value»".',
    note: "`baseUrl` of `createHandlers`, or `ordersUrl` of the Playwright fixture.",
  },
  unknownOption: "«owner» has no option «name». «suggestion»",
  foreignWorld: "world takes a world that createWorld of orders-kit/msw has created.",
  unknownShipment: {
    text: "The scenario «scenario» ships order «id», which is not among its «orders». List it under orders.list, or name another.",
    note: "Perhaps its seed or its number of orders is another.",
  },
  cannotShip: {
    text: {
      unknown: 'This world has no order "«id»". Use one of ids("pending").',
      cancelled: 'Order «id» is cancelled and cannot be shipped. Use one of ids("pending").',
    },
  },
  cannotCancel: {
    text: {
      unknown: 'This world has no order "«id»". Use one of ids("pending").',
      shipped: 'Order «id» has shipped and cannot be cancelled. Use one of ids("pending").',
    },
  },
  noRequests: {
    text: "The app has sent no request to this world since its last reset. Check the address and the key that it uses.",
    note: "From `expectSound`: call it after the app has sent something.",
  },
  unsoundRequests: {
    text: "The app sent «count» that the contract does not allow:\n«requests»",
    details: (requests: readonly string[]) => ({
      count: requests.length === 1 ? "a request" : `${requests.length} requests`,
      requests: requests.map((request) => `  ${request}`).join("\n"),
    }),
    note: "From `expectSound`: change the app as the notes say.",
  },
  mockUnreachable: {
    text: "The mock at «url» does not answer («why»). Start it with `npx orders-kit mock`, or check the URL.",
    note: "Without `ordersUrl`, each worker starts a mock of its own.",
  },
  controlRefused: "The mock rejected «call»: «why»",
});

/** Sent as problem details (RFC 9457) with these codes. */
const CONTROL = defineErrors({
  notLoopback:
    "The control accepts requests from this machine only. Start the mock with --admin-key to use it from another machine.",
  foreignHost:
    "The control accepts only 127.0.0.1 and localhost as its host. Use one of them, or start the mock with --admin-key.",
  foreignOrigin: "A page of another origin cannot control the mock. Use the panel at /__admin/.",
  adminKey: "The control needs the key of --admin-key. Send Authorization: Bearer <ADMIN_KEY>.",
  notFound: "The control has no such path. /__admin/openapi.yaml lists its paths, and the panel is at /__admin/.",
  wrongMethod: { text: "This path takes «allow» only.", code: "method" },
  contentType: "The control takes JSON only. Send Content-Type: application/json.",
  tooLarge: "The control takes bodies of up to «max» bytes. Send a smaller one.",
  badWorld: {
    text: {
      some: "The name of a world is 1 to 64 letters, digits, dots, hyphens, tildes or underscores.",
      none: "This mock has the main world only (--worlds 0).",
    },
  },
  mainWorld: "The main world cannot be deleted. Reset it instead.",
  badId: "An order id is an int64 in decimal digits.",
  unknownOrder: "This world has no order «id». Use the id of one of its orders.",
  unknownRequest: {
    text: "The details of request «number» were not kept: nobody was watching this world. Send it again.",
    note: "Those of the last 200 are kept from the moment that somebody watches: open the panel first.",
  },
  tooManyListeners: "«most» clients follow the events of this world already. Close a panel, or open another world.",
  orderCancelled: "Order «id» is cancelled and cannot be shipped. Use a pending one, or reset the world.",
  orderShipped: "Order «id» has shipped and cannot be cancelled. Use a pending one, or reset the world.",
  storeUnavailable: {
    text: "The store of this mock does not answer. The mock connects again by itself.",
    note: "`Retry-After` says how long to wait.",
  },
  badQuery: "«name» takes «expected».",
});

/** Answered by the proxy itself. */
const PROXY = defineErrors({
  proxyHost: "orders-kit proxy accepts only 127.0.0.1 and localhost as its host. Point the app at one of them.",
  proxyOrigin: "A page of another origin cannot read the findings. Open /__admin/ in a window of its own.",
});

/** `--client-cert` for `clientCert`. */
function flagOf(setting: string): string {
  return `--${setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A URL made of a host name without a scheme, or a made-up one. */
function exampleFor(name: string): string {
  return /^[\w.-]+(:\d+)?(\/|$)/.test(name) && /[.:]/.test(name) ? `http://${name}` : "https://host/v1";
}

export const USER_ERRORS = { ...COMMAND_LINE, ...FILES, ...TARGETS, ...MOCK, ...CONTROL, ...PROXY } as const;

/** The sections of errors.md. */
export const USER_ERROR_GROUPS = [
  ["Command line", COMMAND_LINE],
  ["Files", FILES],
  ["Targets", TARGETS],
  ["Mock", MOCK],
  ["Control of the mock", CONTROL],
  ["Proxy", PROXY],
] as const;

/** Throws a UserError for an option that does not exist: JavaScript has no types that would tell. `valid` has the names, with spaces between. */
export function checkNames(owner: string, options: unknown, valid: string, example = '{ scenario: "empty" }'): void {
  if (typeof options !== "object") throw USER_ERRORS.badValue(owner, String(options), `an object such as ${example}`);
  const names = valid.split(" ");
  const unknown = Object.keys(options ?? {}).find((name) => !names.includes(name));
  if (unknown !== undefined) throw USER_ERRORS.unknownOption(owner, unknown, names);
}
