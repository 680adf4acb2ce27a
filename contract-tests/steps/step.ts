/** A step of the run: it sends calls with the session, and records what it finds. */
import type { Area } from "../../spec/clauses/index.ts";
import type { Session } from "../session/session.ts";

export interface Step {
  /** Words with hyphens; stable. */
  readonly id: string;
  readonly title: string;
  /** The areas whose clauses it is for. It may find others violated. */
  readonly areas: readonly Area[];
  /** Records at least one finding: a step without one has judged nothing, and is no pass. */
  run(session: Session): Promise<void>;
}
