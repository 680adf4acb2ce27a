/**
 * All errors that a user can cause, each as the text that the user reads: one line that includes the fix, with «details», and perhaps an
 * excerpt or a list below it. A command prints the text and the code, without a stack trace, and ends with the exit code. errors.md is
 * made of these texts.
 */
import { defineErrors } from "./user-error.ts";

export {
  connectionErrorText,
  describeSystemError,
  NETWORK_FIXES,
  tlsErrorText,
} from "./system-error.ts";
export { didYouMean, suggest, UserError } from "./user-error.ts";

const COMMAND_LINE = defineErrors({
  unknownCommand: 'orders-kit has no command "«name»". «suggestion»',
  unknownFlag: "orders-kit «command» has no flag «name». «suggestion»",
  commandGone: "orders-kit no longer has the command «command». Use «instead».",
  flagGone: "orders-kit «command» no longer has the flag «name». Use «instead».",
  unexpectedArgument:
    'orders-kit «command» does not take the argument "«argument»". Remove it. Usage: orders-kit «command» «takes».',
  missingValue:
    "«flag» needs a value, as in «flag» «value». An unset variable of the shell gives an empty one.",
  noValue: "«flag» takes no value: write «flag» alone.",
  badValue: '«flag» takes «expected», not "«value»".',
  unknownScenario: 'There is no scenario "«name»". «suggestion» Or give a .yaml file.',
  unknownClause: 'There is no clause "«name»". List all «count» with orders-kit clauses. «closest»',
  noScenarioFile: "--watch needs a file to watch. Name one with --scenario FILE.yaml.",
  orderGivenTwice: "Order «id» is given twice as «state». Remove one of the two.",
  bothPendingAndShipped: "Order «id» is given as pending and as shipped. Remove one of the two.",
  absentOrder: "«id» is given as «state» and as absent, the id of no order. Remove one of the two.",
  learnPart: "--learn needs a full run, because --only can miss a violation. Remove one of them.",
  snapshotTarget:
    "orders-kit snapshot needs a target: a URL such as https://host/v1, or a name in orders-kit.yaml.",
  proxyTarget:
    "orders-kit proxy needs a target: a URL such as https://host/v1, or a name in orders-kit.yaml.",
  missingFolder:
    "orders-kit init needs the folder that your app serves at its root: orders-kit init public",
});

const FILES = defineErrors({
  badFile: "«place» «problem»\n«excerpt»",
  unreadableScenario:
    "The scenario file «file» cannot be read («why»). Check its path, which is relative to the current folder.",
  unreadableProfile: "The profile «file» cannot be read («why»). Check its path.",
  unreadableTargets:
    "«file» cannot be read («why»). Check that it is a file with read permission, or give a URL instead of a name.",
  profileNotWritten:
    "The profile cannot be written to «file» («why»). Use a writable file with --learn FILE.",
  notReplaced: "«problem» --learn does not overwrite it: fix it, or use another file.\n«excerpt»",
  reportNotWritten:
    "The reports cannot be written to «dir» («why»). Use a writable folder with --report DIR.",
  foreignFile:
    "«path» was not written by orders-kit (or msw), so it is not overwritten. Use another folder, or move it away.",
  scriptNotWritten:
    "The service worker script cannot be written to «folder» («why»). Use a writable folder.",
});

const TARGETS = defineErrors({
  unknownTarget:
    'There is no target "«name»". Give a URL such as https://host/v1, or add the name to «file». «suggestion»',
  badTargetUrl: "«source» cannot be used as a target: «why». Give a URL such as https://host/v1.",
  missingKey:
    "The API key is missing: «variable» is not set. Set it, or name another variable with --api-key-env NAME.",
  badKeyVariable:
    "«source» takes the name of the environment variable that has the key, such as ORDERS_API_KEY, not the key itself. Export the key in a variable, and give its name.",
  badKey:
    "«source» is not a valid key: «problem». A key is visible ASCII characters without spaces.",
  keyCommandFailed:
    "The keyCommand failed («why»). Run it by hand and fix it, or give the key in a variable with keyEnv: «command»",
  keyCommandOutput:
    "The keyCommand must print the key, in one line, and nothing else on stdout; it printed «printed»: «command»",
  badHeader:
    "The header «name» cannot be sent: «why». Correct it, or remove it, in orders-kit.yaml or in --header.",
  badCertificate:
    "«setting» cannot use the file «path»: «why». Give a PEM file in orders-kit.yaml, or with the flag of that setting.",
  badProxy:
    "«variable» «problem». Give an HTTP proxy, such as http://proxy.example:3128, or exclude the host of the target with NO_PROXY.",
  setupFailed:
    "The setup command failed («why»). Fix it, or remove it from orders-kit.yaml: «command»",
  setupOutput:
    'The setup command must print {"pending":[ids],"shipped":[ids],"absent":[ids]}, each optional, and nothing else on stdout: «command»',
  notTheService:
    "«url» answers the list with «answer». Check that the URL is right and ends in the version segment. The run continues.",
  mswMissing: "msw is not installed. Run npm install --save-dev msw.",
  prismMissing: "Prism is not installed. Run npm install @stoplight/prism-cli@5.14.2.",
  prismFailed:
    "Prism «version» cannot be used («why»). Install it again: npm install @stoplight/prism-cli@5.14.2.",
});

const NOT_JUDGED = defineErrors(
  {
    interrupted: "The run was interrupted before its first request. Nothing was judged.",
    targetUnreachable: "The target cannot be reached at «url»: «problem»",
    keyRefused:
      "The target rejects the API key: the list of orders gets «status». Check the key «source», or whether a gateway removes Authorization.",
    gatewayAnswers: "«url» answers the list with «answer»: «guess». «fix»",
    ordersNotThere:
      "Orders «ids» are not there: no list shows them, and cancelling each gets 404. Used up by an earlier run? setup in orders-kit.yaml places fresh ones, or give others with --pending.",
    ordersTaken:
      "Orders «ids» have vanished before the run asked to cancel them: another run, or somebody else, uses them. Give each run orders of its own: setup in orders-kit.yaml places fresh ones.",
    noList: "«target» has not listed its orders: «why» Check it with orders-kit verify «target».",
    keyLeaked:
      "The API key or the value of a header was found in «places», which was removed, and the run is not valid. If the URL or the name of the target has it, remove it there; otherwise please report a bug.",
    outputNotWritten: "The output cannot be written («why»). Make room, or send it elsewhere.",
  },
  3,
);

const MOCK = defineErrors({
  portInUse:
    "Port «port» on «host» is in use. Choose another with --port, or --port 0 for a free one.",
  portRefused:
    "orders-kit cannot listen on port «port» of «host» («why»). Use another port with --port, or, for the mock, another address with --host.",
  badHttps:
    "The mock cannot serve HTTPS: «why». Give a certificate and its key in PEM form with --cert FILE --key FILE; mkcert makes them.",
  badStore:
    "--store takes the address of Redis or Valkey, such as redis://host:6379/0 (rediss: for TLS).",
  noRedisPackage: "--store needs the package redis. Install it: npm install --save-dev redis",
  storeUnusable:
    "The store «address» cannot be used («why»). Start Redis 7 or Valkey there, or check --store; if it uses a CA of its own, name that in NODE_EXTRA_CA_CERTS.",
  storeScenario:
    "Mocks with a store keep the scenario that they were started with. Start all of them again with the other one.",
  badBaseUrl:
    'baseUrl takes a URL that ends in the version, such as http://127.0.0.1:4010/v1 (in a browser also /v1), not "«value»".',
  unknownOption: "«owner» has no option «name». «suggestion»",
  foreignWorld: "world takes a world that createWorld of orders-kit/msw has created.",
  unknownShipment:
    "The scenario «scenario» ships order «id», which is not among its «orders». List it under orders.list, or name another.",
  cannotShip: 'Order «id» is «state» and cannot be shipped. Use one of ids("pending").',
  cannotCancel: 'Order «id» is «state» and cannot be cancelled. Use one of ids("pending").',
  noRequests:
    "The app has sent no request to this world since its last reset. Check the address and the key that it uses.",
  unsoundRequests: "The app sent requests that the contract does not allow:\n«requests»",
  mockUnreachable:
    "The mock at «url» does not answer («why»). Start it with `npx --no-install orders-kit mock`, or check the URL.",
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
  notFound:
    "The control has no such path. /__admin/openapi.yaml lists its paths, and the panel is at /__admin/.",
  method: "This path takes «allow» only.",
  contentType: "The control takes JSON only. Send Content-Type: application/json.",
  tooLarge: "The control takes bodies of up to «max» bytes. Send a smaller one.",
  badWorld:
    "The name of a world is 1 to 64 letters, digits, dots, hyphens, tildes or underscores; with --worlds 0 there is only the main world.",
  mainWorld: "The main world cannot be deleted. Reset it instead.",
  badId: "An order id is an int64 in decimal digits.",
  unknownOrder: "This world has no order «id». Use the id of one of its orders.",
  unknownRequest:
    "The details of request «number» were not kept: nobody was watching this world. Send it again while its panel is open.",
  tooManyListeners:
    "«most» clients follow the events of this world already. Close a panel, or open another world.",
  orderCancelled:
    "Order «id» is cancelled and cannot be shipped. Use a pending one, or reset the world.",
  orderShipped:
    "Order «id» has shipped and cannot be cancelled. Use a pending one, or reset the world.",
  storeUnavailable: "The store of this mock does not answer. The mock connects again by itself.",
  badQuery: "«name» takes «expected».",
});

/** Answered by the proxy itself. */
const PROXY = defineErrors({
  proxyHost:
    "orders-kit proxy accepts only 127.0.0.1 and localhost as its host. Point the app at one of them.",
  proxyOrigin:
    "A page of another origin cannot read the findings. Open /__admin/ in a window of its own.",
});

export const USER_ERRORS = {
  ...COMMAND_LINE,
  ...FILES,
  ...TARGETS,
  ...NOT_JUDGED,
  ...MOCK,
  ...CONTROL,
  ...PROXY,
} as const;

/** The sections of errors.md. */
export const USER_ERROR_GROUPS = [
  ["Command line", COMMAND_LINE],
  ["Files", FILES],
  ["Targets", TARGETS],
  ["Nothing was judged: exit code 3", NOT_JUDGED],
  ["Mock", MOCK],
  ["Control of the mock", CONTROL],
  ["Proxy", PROXY],
] as const;

/** Throws a UserError for an option that does not exist: JavaScript has no types that would tell. `valid` has the names, with spaces between. */
export function checkNames(
  owner: string,
  options: unknown,
  valid: string,
  example = '{ scenario: "empty" }',
): void {
  if (typeof options !== "object")
    throw USER_ERRORS.badValue(owner, `an object such as ${example}`, String(options));
  const names = valid.split(" ");
  const unknown = Object.keys(options ?? {}).find((name) => !names.includes(name));
  if (unknown !== undefined) throw USER_ERRORS.unknownOption(owner, unknown, names);
}

const KEY_PROBLEMS = [
  [/^$/, "it is empty"],
  [/[\r\n]/, "it has a line break"],
  [/\s/, "it has white space"],
  [/[^\x21-\x7e]/, "it has a character that is not visible ASCII"],
] as const;

/** Returns a key that can be sent as a bearer token. Throws a UserError that names its source, not the key. */
export function usableKey(key: string, source: string): string {
  const found = KEY_PROBLEMS.find(([pattern]) => pattern.test(key));
  if (found !== undefined) throw USER_ERRORS.badKey(source, found[1]);
  return key;
}
