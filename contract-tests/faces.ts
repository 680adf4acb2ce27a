/** The gate, whole and in this process, on a face of the mock that is no target of `verify`: for tests. */
import { CHECKS } from "./checks/index.ts";
import { runCheck } from "./context.ts";
import { BUDGET, guarded } from "./guard.ts";
import { assembleReport, type Report } from "./report.ts";
import { openTarget } from "./targets.ts";
import { type Answer, wirelessSend } from "./wireless-sender.ts";

/** A way to the mock with its default orders, and the one key that opens it. */
export interface Face {
  readonly baseUrl: string;
  readonly answer: Answer;
}

/** Opens a face for a key and judges it like `verify` does. */
export async function judgeFace(open: (key: string) => Promise<Face>): Promise<Report> {
  const { key, rules } = await openTarget({
    target: "msw",
    pending: [],
    shipped: [],
    readOnly: false,
    allowProductionWrites: false,
    env: {},
    cwd: ".",
  });
  const { baseUrl, answer } = await open(key);
  const send = guarded(wirelessSend(answer, baseUrl, key), baseUrl, rules, BUDGET);
  const setting = { ...rules, baseUrl, seed: 7, keepTraffic: false, alone: true };
  const results = [];
  for (const check of CHECKS) results.push(await runCheck(check, send, setting));
  const target = { url: baseUrl, readOnly: rules.readOnly };
  return assembleReport({ target, durationMs: 0, startedAt: new Date().toISOString(), broken: [] }, results);
}

/** What a report holds against a face: clauses that are not proven, and advice. */
export function complaints({ clauses, advice }: Report): readonly string[] {
  return [
    ...clauses.flatMap(({ id, verdict, why }) => (verdict === "held" ? [] : [`${id}: ${verdict}, ${why}`])),
    ...advice.map(({ id, why }) => `${id}: ${why}`),
  ];
}
