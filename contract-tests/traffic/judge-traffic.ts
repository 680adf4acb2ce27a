/**
 * Judges the traffic of an app as it comes, and reports on all of it. The sources are the proxy and
 * `judge`.
 */
import {
  keySecret,
  MIN_SECRET_LENGTH,
  Redactor,
  type Secret,
} from "../client/masking/redaction.ts";
import { redactReport } from "../report/redact-report.ts";
import type { Report } from "../report/schema.ts";
import type { DeploymentAddress } from "../targets/target.ts";
import { MAX_CREDENTIAL } from "./find-credentials.ts";
import { createJudge } from "./judge-exchange.ts";
import { observer } from "./observe.ts";
import type { PassedExchange } from "./passed-exchange.ts";
import { createTrafficLog, type TrafficRun } from "./traffic-log.ts";

/** How many of the app's credentials we look for in the output. */
const MAX_SECRETS = 1_000;

/** `epoch` is when the exchanges' clock was 0, in milliseconds since 1970. */
export function judgeTraffic(deployment: DeploymentAddress, epoch: number) {
  const { baseUrl: url, name, secrets: given = [] } = deployment;
  const redactor = new Redactor(given);
  const observe = observer(deployment, redactor);
  const judge = createJudge();
  const log = createTrafficLog(epoch, redactor);
  const secrets = [...given];
  const seen = new Set<string>();
  let requests = 0;

  const hide = (credentials: readonly string[]): void => {
    for (const text of credentials) {
      const isKnown = seen.has(text) || url.includes(text);
      if (isKnown || text.length > MAX_CREDENTIAL || seen.size >= MAX_SECRETS) continue;
      seen.add(text);
      // A word may occur in our own sentences: we mask it, but refuse no output because of it.
      const isWord = !/\d/.test(text) || text.length < MIN_SECRET_LENGTH;
      redactor.add({ ...keySecret(text), isWord });
      if (!isWord) secrets.push(keySecret(text));
    }
  };

  return {
    /** Returns entries that are new, or whose count has reached a power of ten. */
    add(passed: PassedExchange) {
      requests++;
      const observed = observe(passed);
      hide(observed.credentials);
      const judgement = judge(observed);
      return { observed, judgement, entries: log.add(observed, judgement) };
    },
    addPrism: log.addPrism,
    /** Adds credentials that were found elsewhere. */
    hide,
    redactor,
    /** Secrets that no output may contain. */
    secrets: (): readonly Secret[] => secrets,
    report(run: Omit<TrafficRun, "target" | "requests">): Report {
      const target = { url, readOnly: false, ...(name !== undefined && { name }) };
      return redactReport(log.report({ ...run, target, requests }), redactor);
    },
  };
}
