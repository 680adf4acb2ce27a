/**
 * The requests that `compare` sends to both sides, whatever a profile knows of them. All pass the stages of a run: what the policy refuses,
 * such as POST, is not sent.
 */
import { type SituationId, UNDOCUMENTED_PATH } from "../../spec/interface/situations.ts";
import type { Profile } from "../../spec/profile/shape.ts";
import { INT64_MAX } from "../../spec/schema/int64.ts";
import type { Fields } from "../../spec/schema/value-kinds.ts";
import { WORD } from "../checks/cancel/similar-ids.ts";
import {
  asksToWait,
  cancellationOf,
  type Exchange,
  GET_PET,
  LIST_CALL,
  LIST_WITH_KEY,
  type OutgoingCall,
  orderPath,
  type Response,
} from "../client/exchange.ts";
import { type Run, startRun } from "../run/run.ts";
import { drawText } from "../safety/drawn-ids.ts";
import { refusal } from "../safety/policy.ts";
import { openProfile } from "../targets/embedded.ts";
import { runConfig } from "../targets/target.ts";
import { observedBody, situationOfCall } from "./observe.ts";

interface ComparedRequest {
  /** As an entry of the comparison has it behind `requests.`. */
  readonly id: string;
  /** The request, with backticks around code. */
  readonly about: string;
  /** The path may have a placeholder for an id. */
  readonly call: OutgoingCall;
}

/** What a side answers to a request: by the names that entries have, such as `status` and `headers.Allow`. */
export interface AskedReply {
  readonly members: ReadonlyMap<string, string>;
  readonly situation?: SituationId | undefined;
}

/** By the ids of the requests; a text says why one was not asked. */
export type AskedReplies = ReadonlyMap<string, AskedReply | string>;

/** A random id; random beyond int64; orders that the run has cancelled, or was told to have shipped. */
const IDS = ["{unknown}", "{beyond}", "{cancelled}", "{shipped}"] as const;
type IdPlaceholder = (typeof IDS)[number];
const UNKNOWN = orderPath("{unknown}");

const PATHS = {
  list: LIST_CALL.path,
  order: UNKNOWN,
  pet: GET_PET.path,
  "unknown-path": UNDOCUMENTED_PATH,
  "list-slash": `${LIST_CALL.path}/`,
  "double-slash": LIST_CALL.path.replace(/(?=\/orders)/, "/"),
  base: "/",
} as const;
const WITHOUT_KEY = ["list", "order", "pet", "unknown-path"];
const METHODS = ["GET", "HEAD", "OPTIONS"];

/** Each path with each safe method. */
const PLAIN: readonly [string, OutgoingCall][] = Object.entries(PATHS).flatMap(([name, path]) =>
  METHODS.flatMap((method): [string, OutgoingCall][] => {
    const id = `${method.toLowerCase()}-${name}`;
    const keyless: [string, OutgoingCall] = [`${id}-no-key`, { method, path, credential: "none" }];
    return [[id, { method, path, credential: "good" }], ...(WITHOUT_KEY.includes(name) ? [keyless] : [])];
  }),
);

const get = (path: string, header?: readonly [name: string, value: string]): OutgoingCall => ({
  method: "GET",
  path,
  credential: "good",
  ...(header && { headers: [header] }),
});
const [ORIGIN, OTHER_ORIGIN] = ["https://app.example", "http://localhost:5173"];
const preflight = (method: string, path: string, origin = ORIGIN): OutgoingCall => ({
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
  "list-if-modified-since": get(LIST_CALL.path, ["If-Modified-Since", "Thu, 31 Dec 2037 23:59:59 GMT"]),
  "list-range": get(LIST_CALL.path, ["Range", "bytes=0-0"]),
  "list-origin": get(LIST_CALL.path, ["Origin", ORIGIN]),
  "list-other-origin": get(LIST_CALL.path, ["Origin", OTHER_ORIGIN]),
  "list-origin-no-key": { ...get(LIST_CALL.path, ["Origin", ORIGIN]), credential: "none" },
  "unknown-path-origin": get(UNDOCUMENTED_PATH, ["Origin", ORIGIN]),
  "preflight-list": preflight("GET", LIST_CALL.path),
  "preflight-cancel": preflight("DELETE", UNKNOWN),
  "preflight-other-origin": preflight("DELETE", UNKNOWN, OTHER_ORIGIN),
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

export const REQUESTS: readonly ComparedRequest[] = [...PLAIN, ...Object.entries(SPECIAL)].map(([id, call]) => {
  const { method, path, query, credential, headers = [] } = call;
  const named = headers.map(([name, value]) => `, \`${name}: ${value}\``).join("");
  const key = { none: " without a key", wrong: " with a wrong key" }[credential as string] ?? "";
  return { id, call, about: `\`${method} ${path}${query === undefined ? "" : `?${query}`}\`${key}${named}` };
});

/** Sends all of them; never rejects. The run has read a list, and has cancelled an order where it may. */
export async function askRequests(run: Run): Promise<AskedReplies> {
  const { config, ledger } = run;
  const isAllowed = (text: string) => refusal(cancellationOf(text), config, ledger) === undefined;
  const draw = () => drawText("{drawn}", { seed: config.seed, drawn: ledger.drawn, isAllowed });
  const ids: Readonly<Record<IdPlaceholder, string | undefined>> = {
    "{unknown}": draw(),
    "{beyond}": String(2n ** 64n + BigInt(draw())),
    "{cancelled}": ledger.gone()[0]?.toString(),
    "{shipped}": config.shipped.find((id) => ledger.stateOf(id).is === "shipped")?.toString(),
  };
  const send = run.sendFor("compare");
  const replies = new Map<string, AskedReply | string>();
  const ask = async ({ id, call }: ComparedRequest): Promise<void> => {
    const placeholder = IDS.find((name) => call.path.includes(name));
    const drawn = placeholder && ids[placeholder];
    if (placeholder !== undefined && drawn === undefined)
      return void replies.set(id, `the run knows no ${placeholder.slice(1, -1)} order`);
    const path = call.path.replace(placeholder ?? "", drawn ?? "");
    replies.set(id, replyOf(await send({ ...call, path }), run, drawn));
  };
  const [safe, others] = [REQUESTS.filter(isSafe), REQUESTS.filter((request) => !isSafe(request))];
  await Promise.all(safe.map(ask));
  // A malformed id may end the service.
  for (const request of others) await ask(request);
  return replies;
}

/** The answers of the mock with a profile. */
export async function askProfile(profile: Profile): Promise<AskedReplies> {
  const target = await openProfile(profile);
  try {
    const run = startRun(target.send, runConfig(target, {}));
    const send = run.sendFor("compare");
    await send(LIST_WITH_KEY);
    for (const id of target.rules.pending.slice(0, 1)) await send(cancellationOf(id));
    return await askRequests(run);
  } finally {
    await target.close();
  }
}

function isSafe({ call }: ComparedRequest): boolean {
  return call.method !== "DELETE";
}

function replyOf(exchange: Exchange, { config }: Run, id: string | undefined): AskedReply | string {
  const { call, response, failure } = exchange;
  if (failure?.kind === "forbidden") return failure.message;
  if (asksToWait(exchange)) return "it asks to wait";
  if (response === undefined || failure !== undefined)
    return { members: new Map([["status", `no response: ${failure?.kind}`]]) };
  const situation = situationOfCall(call, response.status, config)?.id;
  const { text: _, fields, body, ...values } = observedBody(situation ?? "other-path", response);
  const isPage = body === "text" && /html/i.test(values.type ?? "");
  const members = new Map<string, string>([["status", String(response.status)]]);
  members.set("body", isPage ? "html" : `${body}`);
  const general = generalizer(exchange, id);
  for (const [name, value] of Object.entries(values)) members.set(name, general(String(value)));
  if (fields !== undefined) members.set("fields", fieldsText(fields));
  for (const form of ["value", "set", "presence"] as const)
    for (const name of HEADERS[form].split(/\s+/)) {
      const value = valuesOf(response, name);
      if (value !== "") members.set(`headers.${name}`, FORMS[form](general(value)));
    }
  return { members, situation };
}

export function fieldsText(fields: Fields = {}): string {
  const texts = Object.entries(fields).map(([name, kinds]) => `${name}: ${kinds.join(" or ")}`);
  return texts.length === 0 ? "none" : texts.toSorted().join(", ");
}

/** Header fields that clients read, by what is compared of them: the value, the set of its elements, or that there is one. */
const HEADERS: Readonly<Record<keyof typeof FORMS, string>> = {
  value: `WWW-Authenticate Location Deprecation Sunset Link Content-Language Access-Control-Allow-Origin
    Access-Control-Allow-Credentials Access-Control-Max-Age Access-Control-Allow-Private-Network`,
  set: `Allow Vary Cache-Control Access-Control-Allow-Methods Access-Control-Allow-Headers
    Access-Control-Expose-Headers`,
  presence: "Retry-After Content-Range ETag Last-Modified",
};

const FORMS = {
  value: (text: string): string => text,
  set: (text: string): string => [...new Set(text.toLowerCase().split(/\s*,\s*/))].toSorted().join(", "),
  presence: (): string => "present",
};

function valuesOf({ headers }: Response, name: string): string {
  return headers.flatMap(([given, value]) => (given.toLowerCase() === name.toLowerCase() ? [value] : [])).join(", ");
}

/** Replaces what is of this request, this deployment or this moment alone. */
function generalizer({ call, url }: Exchange, id: string | undefined): (text: string) => string {
  const { origin, pathname } = new URL(url);
  const headers = new Map(call.headers);
  const own: [text: string | undefined, placeholder: string][] = [
    [headers.get("Origin"), "{origin}"],
    [url, "{url}"],
    [origin, "{server}"],
    [pathname, "{path}"],
    [call.path.length > 1 ? call.path : undefined, "{path}"],
    [id, "{id}"],
  ];
  return (text) =>
    own
      .reduce((general, [part, placeholder]) => {
        if (part === undefined) return general;
        const escaped = part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
        return general.replace(new RegExp(`(?<![\\w/])${escaped}(?!\\w)`, "g"), placeholder);
      }, text)
      .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, "{time}")
      .replace(/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, "{uuid}")
      .replace(/\b[\da-f]{16,}\b/gi, "{hexadecimal}");
}
