/** Judges recorded traffic: every exchange of the interface in some recordings. Sends nothing. */

import { credentialSecrets } from "./client/key-credentials.ts";
import { keySecret } from "./client/masking/redaction.ts";
import { checkAddress } from "./targets/address.ts";
import { keyIn, missingKey } from "./targets/locate-target.ts";
import type { DeploymentAddress, Env } from "./targets/target.ts";
import { CredentialFinder } from "./traffic/find-credentials.ts";
import { judgeTraffic } from "./traffic/judge-traffic.ts";
import { fieldsOfHar, type HarEntry } from "./traffic/recordings/har-entry.ts";
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
  /** The base address. Default: the only deployment in the recordings. */
  readonly server?: string | undefined;
  /**
   * The environment variable with the good key. Default: the good key is unknown, and what a 401
   * says about a key stays unproven.
   */
  readonly apiKeyEnv?: string | undefined;
  readonly env: Env;
  /** Called with the base address before judging, after the options and recordings are checked. */
  readonly onStart?: (baseUrl: string) => Promise<void>;
}

/** Throws a UserError if an option or a recording is wrong. */
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
  const { passed, sections } = passedExchanges(
    entries.filter(({ url }) => url === "" || url.startsWith(`${baseUrl}/`)),
  );

  const traffic = judgeTraffic({ baseUrl, ...goodKeyOf(options) }, 0);
  await options.onStart?.(baseUrl);
  traffic.hide(credentialsIn(entries.flatMap(({ har }) => har ?? [])));
  for (const exchange of passed) traffic.add(exchange);
  const report = traffic.report({
    durationMs: Math.round(performance.now() - began),
    startedAt: new Date(passed[0]?.sentAt ?? Date.now()).toISOString(),
    broken: [],
    sections,
    empty: `No answer of ${baseUrl} that can be judged stands in ${files.join(", ")}.${serversBeside(baseUrl, entries)}`,
  });
  return { report, secrets: traffic.secrets() };
}

/** Returns the credentials of all calls, even to other services: the deployment may repeat them. */
function credentialsIn(entries: readonly HarEntry[]): readonly string[] {
  const finder = new CredentialFinder();
  for (const { request, response } of entries) {
    if (/^https?:/i.test(request.url)) finder.addresses(request.url.slice(0, MAX_URL));
    for (const field of fieldsOfHar(request.headers)) finder.requestHeader(field);
    for (const [, value] of fieldsOfHar(request.cookies)) finder.requestHeader(["Cookie", value]);
    for (const field of fieldsOfHar(response?.headers ?? [])) finder.responseHeader(field);
  }
  return finder.found;
}

/**
 * Everything that may be a key becomes a secret, even if we do not know that it is the good one.
 */
function goodKeyOf({ apiKeyEnv, env }: JudgeOptions): Partial<DeploymentAddress> {
  const variable = apiKeyEnv ?? "ORDERS_API_KEY";
  const key = keyIn(variable, "--api-key-env", env);
  if (key === undefined && apiKeyEnv !== undefined)
    throw missingKey("the recorded deployment", apiKeyEnv);
  if (key === undefined) return {};
  const secrets = [keySecret(key, variable), ...credentialSecrets(key)];
  return apiKeyEnv === undefined ? { secrets } : { key, keyVariable: apiKeyEnv, secrets };
}
