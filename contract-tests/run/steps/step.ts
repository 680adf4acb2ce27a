/** A step of the run: sends calls with the session, and records what it finds. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { Session } from "../session/session.ts";

export interface Step {
  /** Words joined by hyphens; part of the public output, so it must not change. */
  readonly id: string;
  readonly title: string;
  /** The clauses for which `--only` selects the step. The step may find others violated. */
  readonly clauses: readonly ClauseId[];
  /** Records at least one finding: a step without one has judged nothing, which is no pass. */
  run(session: Session): Promise<void>;
}
