/** Judges recorded traffic: every exchange of the interface that stands in some recordings. Sends nothing. */
import { credentialSecrets } from "./client/key-credentials.ts";
import { keySecret } from "./client/redaction.ts";
import type { RemarkList } from "./report/run-facts.ts";
import { checkAddress } from "./targets/address.ts";
import { keyIn, missingKey } from "./targets/locate-target.ts";
import type { Env } from "./targets/target.ts";
import { CredentialFinder } from "./traffic/find-credentials.ts";
import { fieldOf, type HarEntry } from "./traffic/har-entry.ts";
import { judgeTraffic } from "./traffic/judge-traffic.ts";
import { type LeftOut, leftOutFor } from "./traffic/left-out.ts";
import type { Deployment } from "./traffic/observe.ts";
import type { PassedExchange } from "./traffic/passed-exchange.ts";
import {
  harEntry,
  type ReadOptions,
  type RecordedEntry,
  readRecording,
} from "./traffic/read-recording.ts";
import { passedIn } from "./traffic/recorded-exchange.ts";
import { serverIn, serversBeside } from "./traffic/recorded-servers.ts";

export interface JudgeOptions extends ReadOptions {
  /** Paths of HAR and `.ndjson` files, or `-`. */
  readonly files: readonly string[];
  /** The base address. Default: that of the only deployment in the recordings. */
  readonly server?: string | undefined;
  /** The variable with the good key. Default: it is not known, and what a 401 says of a key is not proven. */
  readonly apiKeyEnv?: string | undefined;
  readonly env: Env;
  /** Called with the base address before anything is judged, once nothing in the options and the recordings is wrong. */
  readonly onStart?: (baseUrl: string) => Promise<void>;
}

/** Throws a UserError. */
export async function judgeRecordings(options: JudgeOptions) {
  const began = performance.now();
  const files = [...new Set(options.files)];
  const entries: RecordedEntry[] = [];
  for (const file of files)
    for (const entry of await readRecording(file, options)) entries.push(entry);

  const baseUrl =
    options.server === undefined
      ? serverIn(entries, files)
      : checkAddress(options.server, "--server");
  const isOwn = ({ url }: RecordedEntry) => url.startsWith(`${baseUrl}/`);
  const own = entries.filter(isOwn).map((entry) => ({ ...entry, har: harEntry(entry) }));
  const withoutAddress = entries.filter(({ url }) => url === "").length;
  const { passed, remarks } = passedExchanges(own, withoutAddress);

  const traffic = judgeTraffic({ baseUrl, ...keyOf(options) }, 0);
  await options.onStart?.(baseUrl);
  traffic.hide(credentialsIn(entries));
  for (const exchange of passed) traffic.add(exchange);
  const report = traffic.report({
    durationMs: Math.round(performance.now() - began),
    startedAt: new Date(passed[0]?.sentAt ?? Date.now()).toISOString(),
    broken: [],
    remarks,
    empty: `No answer of ${baseUrl} that can be judged stands in ${files.join(", ")}.${serversBeside(baseUrl, entries)}`,
  });
  return { report, secrets: traffic.secrets() };
}

/** Returns the credentials in any call, also in one to another service: the deployment may repeat them. */
function credentialsIn(entries: readonly RecordedEntry[]): readonly string[] {
  const finder = new CredentialFinder();
  for (const { value } of entries) {
    const { request, response } = (value ?? {}) as Readonly<Record<string, Partial<HarMessage>>>;
    if (typeof request?.url === "string") finder.addresses(request.url);
    for (const field of fieldsOf(request?.headers)) finder.requestHeader(field);
    for (const [name, text] of fieldsOf(request?.cookies))
      finder.requestHeader(["Cookie", `${name}=${text}`]);
    for (const field of fieldsOf(response?.headers)) finder.responseHeader(field);
  }
  return finder.found;
}

type HarMessage = Readonly<Record<"url" | "headers" | "cookies", unknown>>;

function fieldsOf(list: unknown): (readonly [name: string, value: string])[] {
  return (Array.isArray(list) ? list : []).flatMap((one) =>
    typeof one?.name === "string" && typeof one?.value === "string"
      ? [[one.name, one.value] as const]
      : [],
  );
}

/** Everything that may be a key is masked, whether or not it is known to be the good one. */
function keyOf({ apiKeyEnv, env }: JudgeOptions): Partial<Deployment> {
  const variable = apiKeyEnv ?? "ORDERS_API_KEY";
  const key = keyIn(variable, "--api-key-env", env);
  if (key === undefined && apiKeyEnv !== undefined) throw missingKey(apiKeyEnv);
  if (key === undefined) return {};
  const secrets = [keySecret(key), ...credentialSecrets(key)];
  return apiKeyEnv === undefined ? { secrets } : { key, keyVariable: apiKeyEnv, secrets };
}

/** Why exchanges that stand in a recording are not judged, or not wholly. */
const REASONS = {
  "answer-of-the-test":
    "The test itself answered (route.fulfill, or an override), and not the deployment.",
  "answer-of-a-service-worker":
    "A service worker answered. The call that it passed on is an entry of its own, which is judged.",
  "answer-of-a-cache": "A cache answered, or the browser itself, and not the deployment.",
  "no-address": "The entry has no request.url: nothing says what was called.",
  cached:
    "The browser asked whether what it had is still valid; its recording does not show the answer.",
  "no-response": "The recording has no answer: the app or the browser gave the call up.",
  "body-left-out":
    "The recording does not have the whole body of the answer, as it was sent: its status alone is judged.",
  "key-left-out":
    "The recording does not show the keys: what a 401, or another answer, says of a key is not proven.",
} as const satisfies Readonly<Record<string, string>> &
  Readonly<Record<Exclude<LeftOut, "not-a-call">, string>>;

/** In the order in which they were sent. */
function passedExchanges(
  entries: readonly (RecordedEntry & { readonly har: HarEntry })[],
  withoutAddress: number,
) {
  const hasKey = ({ request }: HarEntry) => fieldOf(request.headers, "authorization") !== undefined;
  const showKeys = new Set(entries.flatMap(({ har, file }) => (hasKey(har) ? file : [])));
  const times = new Map<string, number>([["no-address", withoutAddress]]);
  const count = (reason: keyof typeof REASONS): void =>
    void times.set(reason, (times.get(reason) ?? 0) + 1);

  const passed: PassedExchange[] = [];
  for (const { har, id, file, url, recorder } of entries) {
    const leftOut = leftOutFor(har, recorder);
    if (leftOut !== undefined) {
      if (leftOut !== "not-a-call") count(leftOut);
      continue;
    }
    const stripsKeys = !showKeys.has(file);
    const { rewritesBodies } = recorder;
    const exchange = passedIn(har, { id, session: file, url, stripsKeys, rewritesBodies });
    if (exchange.kept === "nothing") count("body-left-out");
    if (stripsKeys) count("key-left-out");
    passed.push(exchange);
  }

  const list = Object.entries(REASONS).flatMap(([id, why]) => {
    const many = times.get(id) ?? 0;
    return many === 0 ? [] : [{ id, why, times: many }];
  });
  const title = "Not judged, or not wholly";
  const remarks: RemarkList[] = list.length === 0 ? [] : [{ title, inBrief: "all", entries: list }];
  return { passed: passed.toSorted((a, b) => a.sentAt - b.sentAt), remarks };
}
