/**
 * The requests that `compare` sends to both sides, whatever a profile knows of them. All pass the stages of a run: what the policy refuses,
 * such as POST, is not sent.
 */
import { match } from "../../spec/interface/match.ts";
import {
  DOUBLE_SLASH_PATH,
  FOREIGN_ORIGIN,
  replyHeaderNames,
  type Situation,
  situationOf,
  UNDOCUMENTED_PATH,
} from "../../spec/interface/situations.ts";
import type { Profile, ProfileReply } from "../../spec/profile/shape.ts";
import { INT64_MAX } from "../../spec/schema/integers.ts";
import { WORD } from "../checks/cancel/similar-ids.ts";
import {
  asksToWait,
  cancellationOf,
  type Exchange,
  GET_PET,
  joinedHeader,
  LIST_CALL,
  LIST_WITH_KEY,
  type OutgoingCall,
  orderPath,
} from "../client/exchange.ts";
import { type Run, startRun } from "../run/run.ts";
import { openProfile } from "../targets/embedded.ts";
import { runConfig } from "../targets/target.ts";
import { observedBody, situationsOfCall } from "./observe.ts";
import { withPlaceholders } from "./placeholders.ts";

interface ComparedRequest {
  /** As an entry of the comparison has it behind `requests.`. */
  readonly id: string;
  /** The request, with backticks around code. */
  readonly about: string;
  /** The path may have a placeholder for an id. */
  readonly call: OutgoingCall;
}

/** What a side answers to a request. Without a complete response, the reply is empty. */
interface AskedReply {
  readonly reply: ProfileReply;
  readonly situations: readonly Situation[];
}

/** By the ids of the requests; a text says why one was not asked. */
export type AskedReplies = ReadonlyMap<string, AskedReply | string>;

const UNKNOWN = orderPath("{unknown}");

const PATHS = {
  list: LIST_CALL.path,
  order: UNKNOWN,
  pet: GET_PET.path,
  "unknown-path": UNDOCUMENTED_PATH,
  "list-slash": `${LIST_CALL.path}/`,
  "double-slash": DOUBLE_SLASH_PATH,
  base: "/",
} as const;
const WITHOUT_KEY = ["list", "order", "pet", "unknown-path"];
const METHODS = ["GET", "HEAD", "OPTIONS"];

/** Each path with each safe method. */
const PLAIN: readonly [string, OutgoingCall][] = Object.entries(PATHS).flatMap(([name, path]) =>
  METHODS.flatMap((method): [string, OutgoingCall][] => {
    const id = `${method.toLowerCase()}-${name}`;
    const keyless: [string, OutgoingCall] = [`${id}-no-key`, { method, path, credential: "none" }];
    return [
      [id, { method, path, credential: "good" }],
      ...(WITHOUT_KEY.includes(name) ? [keyless] : []),
    ];
  }),
);

const get = (path: string, header?: readonly [name: string, value: string]): OutgoingCall => ({
  method: "GET",
  path,
  credential: "good",
  ...(header && { headers: [header] }),
});
/** Stands for the origin of the app, or where none is named, for one that the service does not know. */
const APP_ORIGIN = "{app}";
const preflight = (method: string, path: string, origin = FOREIGN_ORIGIN): OutgoingCall => ({
  method: "OPTIONS",
  path,
  credential: "none",
  headers: [
    ["Origin", origin],
    ["Access-Control-Request-Method", method],
    ["Access-Control-Request-Headers", "authorization"],
  ],
});

const SPECIAL: Readonly<Record<string, OutgoingCall>> = {
  "list-wrong-key": { ...LIST_CALL, credential: "wrong" },
  "unknown-path-wrong-key": { ...get(UNDOCUMENTED_PATH), credential: "wrong" },
  "list-other-case": get("/Store/Orders"),
  "list-query": { ...LIST_WITH_KEY, query: "sort=id" },
  "list-accept-html": get(LIST_CALL.path, ["Accept", "text/html"]),
  "list-accept-xml": get(LIST_CALL.path, ["Accept", "application/xml"]),
  "unknown-path-accept-html": get(UNDOCUMENTED_PATH, ["Accept", "text/html"]),
  "list-if-none-match": get(LIST_CALL.path, ["If-None-Match", "*"]),
  "list-if-modified-since": get(LIST_CALL.path, [
    "If-Modified-Since",
    "Thu, 31 Dec 2037 23:59:59 GMT",
  ]),
  "list-range": get(LIST_CALL.path, ["Range", "bytes=0-0"]),
  "list-origin": get(LIST_CALL.path, ["Origin", FOREIGN_ORIGIN]),
  "list-app-origin": get(LIST_CALL.path, ["Origin", APP_ORIGIN]),
  "list-app-origin-no-key": { ...get(LIST_CALL.path, ["Origin", APP_ORIGIN]), credential: "none" },
  "unknown-path-origin": get(UNDOCUMENTED_PATH, ["Origin", FOREIGN_ORIGIN]),
  "preflight-list": preflight("GET", LIST_CALL.path),
  "preflight-cancel": preflight("DELETE", UNKNOWN),
  "preflight-app-origin": preflight("GET", LIST_CALL.path, APP_ORIGIN),
  "preflight-unknown-path": preflight("GET", UNDOCUMENTED_PATH),
  "get-order-word": get(orderPath(WORD)),
  "pet-word": get(`/pets/${WORD}`),
  "pet-beyond-int64": get(`/pets/${INT64_MAX}0`),
  "cancel-unknown": cancellationOf("{unknown}"),
  "cancel-unknown-no-key": { ...cancellationOf("{unknown}"), credential: "none" },
  "cancel-cancelled": cancellationOf("{cancelled}"),
  "cancel-shipped": cancellationOf("{shipped}"),
  "cancel-beyond-int64": cancellationOf("{beyond}"),
  "cancel-word": cancellationOf(WORD),
  "cancel-bad-escape": cancellationOf("%zz"),
};

export const REQUESTS: readonly ComparedRequest[] = [...PLAIN, ...Object.entries(SPECIAL)].map(
  ([id, call]) => {
    const { method, path, query, credential, headers = [] } = call;
    const named = headers.map(([name, value]) => `, \`${name}: ${value}\``).join("");
    const key = { none: " without a key", wrong: " with a wrong key" }[credential as string] ?? "";
    return {
      id,
      call,
      about: `\`${method} ${path}${query === undefined ? "" : `?${query}`}\`${key}${named}`,
    };
  },
);

const SLASHES =
  "Of a path with a slash too many, only GET is observed, and only a redirect or an error is imitated.";

/** What the mock does not imitate, by the entries of the comparison; docs/alike.md names it, too. */
export const NOT_IMITATED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    METHODS.map((method) => [`requests.${method.toLowerCase()}-list-slash`, SLASHES]),
  ),
  ...Object.fromEntries(
    METHODS.map((method) => [`requests.${method.toLowerCase()}-double-slash`, SLASHES]),
  ),
  "requests.get-order-word":
    "A method that the path of an order does not have gets the same reply with every orderId.",
};

/** Sends all of them; never rejects. The run has read a list, and has cancelled an order where it may. */
export async function askRequests(run: Run): Promise<AskedReplies> {
  const { config, ledger } = run;
  const draw = () => ledger.draw("{drawn}", config);
  const ids: Readonly<Record<string, string | undefined>> = {
    unknown: draw(),
    beyond: String(2n ** 64n + BigInt(draw())),
    cancelled: ledger.gone()[0]?.toString(),
    shipped: config.shipped
      .find((id) =>
        ledger.attemptsOn(id).every(({ exchange }) => exchange?.response?.status === 409),
      )
      ?.toString(),
  };
  const { origin: app = FOREIGN_ORIGIN } = config;
  const send = run.sendFor("compare");
  const replies = new Map<string, AskedReply | string>();
  const ask = async (request: ComparedRequest): Promise<void> => {
    const { call } = request;
    const [placeholder = "", name = ""] = /\{(\w+)\}/.exec(call.path) ?? [];
    const id = name === "" ? "" : ids[name];
    if (id === undefined) return void replies.set(request.id, `the run knows no ${name} order`);
    const path = call.path.replace(placeholder, id);
    const headers = call.headers?.map(
      ([name, value]) => [name, value === APP_ORIGIN ? app : value] as const,
    );
    replies.set(
      request.id,
      replyOf(await send({ ...call, path, ...(headers && { headers }) }), run),
    );
  };
  const isCancellation = ({ call }: ComparedRequest) => call.method === "DELETE";
  await Promise.all(REQUESTS.filter((request) => !isCancellation(request)).map(ask));
  // A malformed id may end the service.
  for (const request of REQUESTS.filter(isCancellation)) await ask(request);
  return replies;
}

/** The answers of the mock with a profile. */
export async function askProfile(profile: Profile, origin = profile.origin): Promise<AskedReplies> {
  const target = await openProfile(profile);
  try {
    const run = startRun(target.send, runConfig(target, { origin }));
    const send = run.sendFor("compare");
    await send(LIST_WITH_KEY);
    for (const id of target.rules.pending.slice(0, 1)) await send(cancellationOf(id));
    return await askRequests(run);
  } finally {
    await target.close();
  }
}

function replyOf(exchange: Exchange, { config }: Run): AskedReply | string {
  const { call, response, failure } = exchange;
  if (failure?.kind === "forbidden") return failure.message;
  if (asksToWait(exchange)) return "it asks to wait";
  if (response === undefined || failure !== undefined) return { reply: {}, situations: [] };
  const { status } = response;
  const situations = situationsOfCall(call, status, config);
  const list = situations.find(({ id }) => id === "list");
  const { text: _, message, ...body } = observedBody(list ?? situationOf("other-path"), response);
  const headers: Record<string, string> = {};
  for (const name of HEADERS) {
    const value = joinedHeader(response, name);
    if (value !== undefined)
      headers[name] = OF_ONE_RESPONSE.test(name) ? "present" : general(value, exchange, "header");
  }
  const texts = message !== undefined && { message: general(message, exchange, "body") };
  return { reply: { status, ...body, ...texts, headers }, situations };
}

/** Header fields that clients read. */
const HEADERS = [...replyHeaderNames({ cors: "kept" }), "Content-Range", "Last-Modified"];
/** Those whose value is of the one response. */
const OF_ONE_RESPONSE = /^(?:Content-Range|ETag|Last-Modified|Retry-After)$/;

/** Without what is of this request, this deployment or this moment alone. */
function general(text: string, { call, url }: Exchange, where: "body" | "header"): string {
  const { path = "" } = match("", call.path);
  const parameter = path.includes("{petId}") ? "petId" : "orderId";
  const [, origin] = call.headers?.find(([field]) => field === "Origin") ?? [];
  if (text === origin) return "{origin}";
  return withPlaceholders(text, { call, url }, parameter, where)
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, "{time}")
    .replace(/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, "{uuid}")
    .replace(/\b[\da-f]{16,}\b/gi, "{hexadecimal}");
}
