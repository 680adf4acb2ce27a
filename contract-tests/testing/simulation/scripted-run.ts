/**
 * Runs against a test's answers, each after a millisecond of a virtual clock. Nothing is sent
 * anywhere.
 */

import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { OutgoingCall } from "../../client/calls.ts";
import { isGood } from "../../client/credentials.ts";
import type { Finding } from "../../run/assertions/finding.ts";
import type { SessionConfig } from "../../run/session/config.ts";
import { Session } from "../../run/session/session.ts";
import { type Answer, type Wire, wire } from "./wire.ts";

export type { Answer };

/** The default orders of {@link scriptedRun}. */
export const PENDING = [7_100_001n, 7_200_002n, 7_300_003n, 7_400_004n] as const;
export const SHIPPED = 7_500_005n;

export interface ScriptedRun extends Pick<Wire, "calls" | "most"> {
  readonly session: Session;
  /** Returns the findings of a step or a part of it. */
  judge(run: (session: Session) => unknown): Promise<readonly Finding[]>;
}

/** `nth` counts the calls from 0; `now` is the time of the run. */
export function scriptedRun(
  answer: (call: OutgoingCall, nth: number, now: number) => Answer,
  config: Partial<SessionConfig> = {},
): ScriptedRun {
  const { send, clock, calls, most } = wire(answer);
  const given = {
    baseUrl: "http://host/v1",
    seed: 1,
    readOnly: false,
    thorough: true,
    pending: PENDING,
    shipped: [SHIPPED],
    absent: [],
    ...config,
  };
  const session = new Session(send, given, clock);
  const judge: ScriptedRun["judge"] = async (run) => {
    const findings = session.beginStep();
    await run(session);
    return findings.list();
  };
  return { session, calls, most, judge };
}

/** Answers as a sound service with these orders and a shipped one. */
export function soundService(ids: readonly bigint[] = PENDING): (call: OutgoingCall) => Answer {
  const pending = new Set(ids);
  return ({ method, path, credential }) => {
    if (!isGood(credential)) return errorAnswer(401);
    if (path === "/store/orders") return listAnswer([...pending, SHIPPED]);
    if (method !== "DELETE") return { body: "{}" };
    const text = path.slice(path.lastIndexOf("/") + 1);
    if (text === String(SHIPPED)) return { status: 409 };
    return /^-?\d+$/.test(text) && pending.delete(BigInt(text))
      ? { status: 204 }
      : errorAnswer(404);
  };
}

export function listAnswer(ids: readonly bigint[]): { readonly body: string } {
  const orders = ids.map(
    (id) =>
      `{"id":${id},"petId":1,"quantity":2,"shipDate":"2026-03-01T10:00:00Z","complete":false}`,
  );
  return { body: `[${orders.join()}]` };
}

export function errorAnswer(status: number): Answer {
  return { status, body: `{"code":"refused","message":"It is refused.","status":${status}}` };
}

/** Returns the clauses that are violated, each once. */
export function violatedIn(findings: readonly Finding[]): ClauseId[] {
  return [...new Set(findings.flatMap((one) => (one.kind === "violated" ? [one.clause] : [])))];
}
