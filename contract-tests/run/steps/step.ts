/** A step of the run: it sends calls with the session, and records what it finds. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { Session } from "../session/session.ts";

export interface Step {
  /** Words with hyphens; stable. */
  readonly id: string;
  readonly title: string;
  /** The clauses that it is for: `--only` selects it for them. It may find others violated. */
  readonly clauses: readonly ClauseId[];
  /** Records at least one finding: a step without one has judged nothing, and is no pass. */
  run(session: Session): Promise<void>;
}
