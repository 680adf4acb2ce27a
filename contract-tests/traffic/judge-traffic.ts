/** Judges the traffic of an app as it comes, and reports on all of it. The proxy and `judge` are two sources of it. */
import {
  keySecret,
  MIN_SECRET_LENGTH,
  Redactor,
  type Secret,
} from "../client/masking/redaction.ts";
import { redactReport } from "../report/redact-report.ts";
import type { Report } from "../report/schema.ts";
import { MAX_CREDENTIAL } from "./find-credentials.ts";
import { createJudge } from "./judge-exchange.ts";
import { type Deployment, observer } from "./observe.ts";
import type { PassedExchange } from "./passed-exchange.ts";
import { createTrafficLog, type TrafficRun } from "./traffic-log.ts";

/** Credentials of the app that are looked for in what is written. */
const MAX_SECRETS = 1_000;

/** `epoch`: milliseconds since 1970 at which the clock of the exchanges was 0. */
export function judgeTraffic(deployment: Deployment, epoch: number) {
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
      // A word may be one of our own: no output is refused for it.
      const isWord = !/\d/.test(text) || text.length < MIN_SECRET_LENGTH;
      redactor.add({ ...keySecret(text), isWord });
      if (!isWord) secrets.push(keySecret(text));
    }
  };

  return {
    /** The entries are those that are new, or whose count has become a power of ten. */
    add(passed: PassedExchange) {
      requests++;
      const observed = observe(passed);
      hide(observed.credentials);
      const judgement = judge(observed);
      return { observed, judgement, entries: log.add(observed, judgement) };
    },
    addPrism: log.addPrism,
    /** Adds credentials that were seen elsewhere. */
    hide,
    redactor,
    /** Secrets that must be in no output. */
    secrets: (): readonly Secret[] => secrets,
    report(run: Omit<TrafficRun, "target" | "requests">): Report {
      const target = { url, readOnly: false, ...(name !== undefined && { name }) };
      return redactReport(log.report({ ...run, target, requests }), redactor);
    },
  };
}
