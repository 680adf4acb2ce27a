/** Judges recorded traffic: every exchange of the interface that stands in some recordings. Sends nothing. */
import { credentialSecrets } from "./client/key-credentials.ts";
import { keySecret } from "./client/masking/redaction.ts";
import { checkAddress } from "./targets/address.ts";
import { keyIn, missingKey } from "./targets/locate-target.ts";
import type { Env } from "./targets/target.ts";
import { CredentialFinder } from "./traffic/find-credentials.ts";
import { judgeTraffic } from "./traffic/judge-traffic.ts";
import type { Deployment } from "./traffic/observe.ts";
import { type HarEntry, headersOf } from "./traffic/recordings/har-entry.ts";
import { leftOutFor } from "./traffic/recordings/left-out.ts";
import {
  MAX_URL,
  type ReadOptions,
  type RecordedEntry,
  readRecording,
} from "./traffic/recordings/read-recording.ts";
import { passedExchanges } from "./traffic/recordings/recorded-exchanges.ts";
import { serverIn, serversBeside } from "./traffic/recordings/recorded-servers.ts";

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

  const answered = entries.filter(({ har, recorder }) => har && !leftOutFor(har, recorder));
  const baseUrl =
    options.server === undefined
      ? serverIn(entries, answered, files)
      : checkAddress(options.server, "--server");
  const { passed, remarks } = passedExchanges(
    entries.filter(({ url }) => url === "" || url.startsWith(`${baseUrl}/`)),
  );

  const traffic = judgeTraffic({ baseUrl, ...keyOf(options) }, 0);
  await options.onStart?.(baseUrl);
  traffic.hide(credentialsIn(entries.flatMap(({ har }) => har ?? [])));
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
function credentialsIn(entries: readonly HarEntry[]): readonly string[] {
  const finder = new CredentialFinder();
  for (const { request, response } of entries) {
    if (/^https?:/i.test(request.url)) finder.addresses(request.url.slice(0, MAX_URL));
    for (const field of headersOf(request.headers)) finder.requestHeader(field);
    for (const [, value] of headersOf(request.cookies)) finder.requestHeader(["Cookie", value]);
    for (const field of headersOf(response?.headers ?? [])) finder.responseHeader(field);
  }
  return finder.found;
}

/** Everything that may be a key is masked, whether or not it is known to be the good one. */
function keyOf({ apiKeyEnv, env }: JudgeOptions): Partial<Deployment> {
  const variable = apiKeyEnv ?? "ORDERS_API_KEY";
  const key = keyIn(variable, "--api-key-env", env);
  if (key === undefined && apiKeyEnv !== undefined)
    throw missingKey("the recorded deployment", apiKeyEnv);
  if (key === undefined) return {};
  const secrets = [keySecret(key, variable), ...credentialSecrets(key)];
  return apiKeyEnv === undefined ? { secrets } : { key, keyVariable: apiKeyEnv, secrets };
}
