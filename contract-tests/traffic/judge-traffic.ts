/** Judges the traffic of an app as it comes, and reports on all of it. The proxy and `judge` are two sources of it. */
import type { Secret } from "../client/redaction.ts";
import { redactReport } from "../report/redact-report.ts";
import type { Report } from "../report/report.ts";
import { createJudge } from "./judge-exchange.ts";
import { type Deployment, observe } from "./observe.ts";
import type { PassedExchange } from "./passed-exchange.ts";
import { createTrafficLog, type TrafficRun } from "./traffic-log.ts";

/** Credentials of the app that are looked for in what is written. */
const MAX_SECRETS = 1_000;
/** A shorter one may be ordinary text: it is masked in what passes, and not looked for elsewhere. */
const MIN_LENGTH = 8;

/** `epoch`: milliseconds since 1970 at which the clock of the exchanges was 0. */
export function judgeTraffic(deployment: Deployment, epoch: number) {
  const { baseUrl: url, name, secrets: given = [] } = deployment;
  const judge = createJudge();
  const log = createTrafficLog(epoch);
  const seen = new Map(given.map((secret) => [secret.text, secret]));
  let requests = 0;

  const hide = (secrets: readonly Secret[]): void => {
    const likely = secrets.filter(({ text }) => text.length >= MIN_LENGTH && !url.includes(text));
    for (const secret of likely) if (seen.size < MAX_SECRETS) seen.set(secret.text, secret);
  };

  return {
    /** The entries are those that are new, or whose count has become a power of ten. */
    add(passed: PassedExchange) {
      requests++;
      const observed = observe(passed, deployment);
      hide(observed.secrets);
      const judgement = judge(observed);
      return { observed, judgement, entries: log.add(observed, judgement) };
    },
    addPrism: log.addPrism,
    /** Credentials that the app has sent elsewhere. */
    hide,
    /** Secrets that must be in no output. */
    secrets: (): readonly Secret[] => [...seen.values()],
    report(run: Omit<TrafficRun, "target" | "requests">): Report {
      const target = { url, readOnly: false, ...(name !== undefined && { name }) };
      return redactReport(log.report({ ...run, target, requests }), [...seen.values()]);
    },
  };
}
