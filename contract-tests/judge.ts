/** Judges recorded traffic: every exchange of the interface that stands in some recordings. Sends nothing. */
import { match } from "../spec/interface/match.ts";
import { credentialSecrets } from "./client/credentials.ts";
import { keySecret } from "./client/redaction.ts";
import { noInterfaceError, severalServersError } from "./errors/recordings.ts";
import { plural } from "./report/labels.ts";
import type { RemarkList } from "./report/run-facts.ts";
import { checkAddress } from "./targets/address.ts";
import { keyIn, missingKey } from "./targets/locate-target.ts";
import type { Env } from "./targets/target.ts";
import { secretsIn } from "./traffic/app-secrets.ts";
import { fieldOf, type HarEntry, passedIn, type Skipped, skippedOf } from "./traffic/har-entry.ts";
import { judgeTraffic } from "./traffic/judge-traffic.ts";
import type { Deployment } from "./traffic/observe.ts";
import type { PassedExchange } from "./traffic/passed-exchange.ts";
import { harEntry, type RecordedEntry, readRecording } from "./traffic/read-recording.ts";

export interface JudgeOptions {
  /** Paths of HAR and `.ndjson` files, or `-`. */
  readonly files: readonly string[];
  /** The base address, or the name of a target. Default: that of the only deployment in the recordings. */
  readonly server?: string | undefined;
  /** The variable with the good key. Default: it is not known, and what a 401 says of a key is not proven. */
  readonly apiKeyEnv?: string | undefined;
  readonly env: Env;
  /** The folder that paths start from. Default: the current one. */
  readonly cwd?: string | undefined;
  readonly stdin: () => NodeJS.ReadableStream;
  readonly onProgress: (line: string) => void;
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
  const { passed, remarks } = passedExchanges(own);

  const { secrets = [], ...key } = keyOf(options);
  const others = [...new Set(entries.flatMap(credentialsIn))].map(keySecret);
  const traffic = judgeTraffic({ baseUrl, ...key, secrets: [...secrets, ...others] }, 0);
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

/** Of any request, also of one to another service: the deployment may repeat it. */
function credentialsIn({ url, value }: RecordedEntry): readonly string[] {
  const { headers, cookies } = (value as { request: Record<string, unknown> }).request;
  const fieldsOf = (list: unknown) =>
    (Array.isArray(list) ? list : []).flatMap((one) =>
      typeof one?.name === "string" && typeof one?.value === "string"
        ? [[one.name, one.value] as const]
        : [],
    );
  const sent = fieldsOf(cookies).map(([name, text]) => ["Cookie", `${name}=${text}`] as const);
  return secretsIn({ target: url, requestHeaders: [...fieldsOf(headers), ...sent] });
}

/** What may be the key is masked, also where it is not told that it is the good one. */
function keyOf({ apiKeyEnv, env }: JudgeOptions): Partial<Deployment> {
  const variable = apiKeyEnv ?? "ORDERS_API_KEY";
  const key = keyIn(variable, "--api-key-env", env);
  if (key === undefined && apiKeyEnv !== undefined) throw missingKey(apiKeyEnv);
  if (key === undefined) return {};
  const secrets = [keySecret(key), ...credentialSecrets(key)];
  return apiKeyEnv === undefined ? { secrets } : { key, keyVariable: apiKeyEnv, secrets };
}

/** The base addresses of the deployments in recordings. */
function serversIn(entries: readonly RecordedEntry[]): readonly string[] {
  const found = [...new Set(entries.flatMap(({ url }) => baseOf(url) ?? []))];
  // An app may have pages with the same names.
  const versioned = found.filter((base) => /\/v\d+$/.test(base));
  return versioned.length > 0 ? versioned : found;
}

/** A sentence about the deployments that were not asked for. */
function serversBeside(baseUrl: string, entries: readonly RecordedEntry[]): string {
  const others = serversIn(entries).filter((server) => server !== baseUrl);
  return others.length === 0 ? "" : ` Calls of the interface went to ${others.join(", ")}.`;
}

/** The base address of the only deployment in the recordings. Throws a UserError when there are none, or several. */
function serverIn(entries: readonly RecordedEntry[], files: readonly string[]): string {
  const [server, ...others] = serversIn(entries);
  const names = files.join(", ");
  if (server === undefined) throw noInterfaceError({ files: names, seen: hostsIn(entries) });
  if (others.length > 0)
    throw severalServersError({ files: names, servers: [server, ...others].join(", ") });
  return server;
}

const MAX_HOSTS = 5;

function hostsIn(entries: readonly RecordedEntry[]): string {
  const urls = entries.flatMap(({ url }) => (URL.canParse(url) ? new URL(url) : []));
  const hosts = [...new Set(urls.map(({ origin }) => origin))].slice(0, MAX_HOSTS);
  if (hosts.length === 0) return "It has no exchange.";
  return `It has ${plural(entries.length, "exchange")}, with ${hosts.join(", ")}.`;
}

/** What is before a path of the interface; undefined for another address. */
function baseOf(url: string): string | undefined {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  for (let at = pathname.indexOf("/", 1); at > 0; at = pathname.indexOf("/", at + 1))
    if (match("GET", pathname.slice(at)).path !== undefined) return origin + pathname.slice(0, at);
  return undefined;
}

/** Why exchanges that stand in a recording are not judged, or not wholly. */
const REASONS = {
  "not-from-network": "A cache or a service worker answered, and not the deployment.",
  cached:
    "The browser asked whether what it had is still valid; its recording does not show the answer.",
  "no-response": "The recording has no answer: the app or the browser gave the call up.",
  "body-left-out":
    "The recording does not have the whole body of the answer: its status alone is judged.",
  "key-left-out":
    "The recording does not show the keys: what a 401, or another answer, says of a key is not proven.",
} as const satisfies Readonly<Record<string, string>> &
  Readonly<Record<Exclude<Skipped, "not-a-call">, string>>;

/** In the order in which they were sent. */
function passedExchanges(entries: readonly (RecordedEntry & { readonly har: HarEntry })[]) {
  const hasKey = ({ request }: HarEntry) => fieldOf(request.headers, "authorization") !== undefined;
  const showKeys = new Set(entries.flatMap(({ har, file }) => (hasKey(har) ? file : [])));
  const times = new Map<string, number>();
  const count = (reason: keyof typeof REASONS): void =>
    void times.set(reason, (times.get(reason) ?? 0) + 1);

  const passed: PassedExchange[] = [];
  for (const { har, id, file, url } of entries) {
    const skipped = skippedOf(har);
    if (skipped !== undefined) {
      if (skipped !== "not-a-call") count(skipped);
      continue;
    }
    const stripsKeys = !showKeys.has(file);
    const exchange = passedIn(har, { id, session: file, url, stripsKeys });
    if (exchange.kept === "nothing") count("body-left-out");
    if (stripsKeys) count("key-left-out");
    passed.push(exchange);
  }

  const list = Object.entries(REASONS).flatMap(([id, why]) => {
    const many = times.get(id);
    return many === undefined ? [] : [{ id, why, times: many }];
  });
  const title = "Not judged, or not wholly";
  const remarks: RemarkList[] = list.length === 0 ? [] : [{ title, inBrief: "all", entries: list }];
  return { passed: passed.toSorted((a, b) => a.sentAt - b.sentAt), remarks };
}
