/** Judges recorded traffic: every exchange of the interface that stands in some recordings. Sends nothing. */
import { credentialSecrets } from "./client/key-credentials.ts";
import { keySecret } from "./client/redaction.ts";
import type { RemarkList } from "./report/run-facts.ts";
import { checkAddress } from "./targets/address.ts";
import { keyIn, missingKey } from "./targets/locate-target.ts";
import type { Env } from "./targets/target.ts";
import { secretsIn } from "./traffic/app-secrets.ts";
import { fieldOf, type HarEntry, passedIn, type Skipped, skippedOf } from "./traffic/har-entry.ts";
import { judgeTraffic } from "./traffic/judge-traffic.ts";
import type { Deployment } from "./traffic/observe.ts";
import type { PassedExchange } from "./traffic/passed-exchange.ts";
import {
  harEntry,
  type ReadOptions,
  type RecordedEntry,
  readRecording,
} from "./traffic/read-recording.ts";
import { serverIn, serversBeside } from "./traffic/recorded-servers.ts";

export interface JudgeOptions extends ReadOptions {
  /** Paths of HAR and `.ndjson` files, or `-`. */
  readonly files: readonly string[];
  /** The base address. Default: that of the only deployment in the recordings. */
  readonly server?: string | undefined;
  /** The variable with the good key. Default: it is not known, and what a 401 says of a key is not proven. */
  readonly apiKeyEnv?: string | undefined;
  readonly env: Env;
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

  const traffic = judgeTraffic({ baseUrl, ...keyOf(options) }, 0);
  traffic.hide(entries.flatMap(credentialsIn).map(keySecret));
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

/** Returns the credentials of any request, also of one to another service: the deployment may repeat them. */
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
