/**
 * Probes a target before its steps run: whether it responds, accepts the key, and looks like the
 * Orders Service.
 */
import type { UserError } from "../../spec/errors/user-error.ts";
import { LIST_WITH_KEY } from "../client/calls.ts";
import { Redactor, type Secret } from "../client/masking/redaction.ts";
import { isPermanent, reasonNotJudged, unexpectedAnswer } from "../targets/first-answer.ts";
import type { Session } from "./session/session.ts";

export interface TargetProbe {
  /** Why the target cannot be judged. */
  readonly why?: string | undefined;
  /** A warning; the target is judged nevertheless. */
  readonly note?: string | undefined;
}

/**
 * Lists the orders with the good key, and once more after a failure. We mask `secrets` in the
 * texts, because the user may have written the key into the address. `keyVariable` is the
 * environment variable that has the key, if any.
 */
export async function probeTarget(
  session: Session,
  { secrets, keyVariable }: { readonly secrets: readonly Secret[]; readonly keyVariable?: string },
): Promise<TargetProbe> {
  const { baseUrl } = session.config;
  const list = () => session.sendOnce(LIST_WITH_KEY);
  const text = (error: UserError | undefined) =>
    error && new Redactor(secrets).shown(error.display);
  const first = await list();
  const why = reasonNotJudged(first, baseUrl, keyVariable);
  if (why === undefined) return { note: text(unexpectedAnswer(first, baseUrl)) };
  return {
    why: text(isPermanent(first) ? why : reasonNotJudged(await list(), baseUrl, keyVariable)),
  };
}
