/**
 * One fault, one headline: the first of the clauses that one call violates stands for the fault,
 * and the others follow from it (spec/rulings.md). A wrong body is a fault of its own.
 */
import type { Clause, ClauseId } from "../../spec/clauses/index.ts";
import { match } from "../../spec/interface/match.ts";
import { isGood } from "../client/credentials.ts";
import { curlLine } from "../client/curl.ts";
import { isProbe } from "../client/nature.ts";
import { lastOf, type Violation } from "../run/assertions/finding.ts";

export type StatedClause = Clause & { readonly id: ClauseId };

/** The call that shows a violation. */
interface ShowingCall {
  readonly together: readonly ClauseId[];
  /** The curl line; undefined for a list, which shows what other calls did. */
  readonly line?: string;
  /**
   * Equal if the same exchange shows both violations or, without the good key, if the same call
   * does on another connection.
   */
  readonly identity?: string;
  /** 0 for the call with the fewest possible causes. */
  readonly plainness: number;
  /** When the call was sent, on the run's clock. */
  readonly sentAt: number;
}

/** A violated clause with the calls that show it. */
type ShownClause = StatedClause & { readonly calls: readonly ShowingCall[] };

/**
 * A body that is not JSON is not an Error either: if the same answers show both, it is one fault.
 */
const BODY_FORM: readonly ClauseId[] = ["body-json", "body-media-type"];
const ERROR_BODY: readonly ClauseId[] = ["auth-error-body", "not-found-error-body"];

/** Returns the headline of each clause that follows from one. */
export function headlines(
  clauses: readonly StatedClause[],
  violations: readonly Violation[],
): ReadonlyMap<ClauseId, ClauseId> {
  const follows = new Map<ClauseId, ClauseId>();
  const heads: ShownClause[] = [];
  const callsFor = ({ id }: StatedClause) => violations.filter(({ clause }) => clause === id);
  const shown = clauses
    .map((clause): ShownClause => ({ ...clause, calls: callsFor(clause).map(showingCall) }))
    .filter(({ calls }) => calls.length > 0);
  for (const clause of shown.filter(({ binds }) => binds === undefined).toSorted(byPlainness)) {
    const [first, ...further] = clause.calls;
    const head = heads.find((one) => isSameCall(one, first!));
    // Further calls may repeat the first. A call that no headline has is another fault.
    const isExplained = further.every((call) => heads.some((one) => isLike(one, call)));
    if (head !== undefined && isExplained) follows.set(clause.id, head.id);
    else heads.push(clause);
  }
  for (const clause of shown.filter(({ id }) => BODY_FORM.includes(id))) {
    const isShownBy = (one: ShownClause) => clause.calls.every((call) => isLike(one, call));
    const head = shown.find((one) => ERROR_BODY.includes(one.id) && isShownBy(one));
    if (head !== undefined) follows.set(clause.id, head.id);
  }
  return follows;
}

function showingCall({ proof, together }: Violation): ShowingCall {
  const exchange = lastOf(proof);
  const { call, sentAt } = exchange;
  const isPlain = !isProbe(call);
  const withKey = isGood(call.credential);
  const plainness = !isPlain ? 3 : withKey ? 0 : call.credential === "none" ? 1 : 2;
  const shown = { together, plainness, sentAt };
  const { operation } = match(call.method, call.path);
  if (withKey && isPlain && operation?.id === "listOrders") return shown;
  const line = curlLine(exchange);
  // With the key, an earlier call may have cancelled the order, which makes an equal call a
  // different one.
  return { ...shown, line, identity: withKey ? `${line} ${sentAt}` : line };
}

/**
 * True if the same exchange shows the violation, or if it was found together with one of the
 * clause.
 */
function isSameCall({ id, calls }: ShownClause, { identity, together }: ShowingCall): boolean {
  const isShown = identity !== undefined && calls.some((one) => one.identity === identity);
  return together.includes(id) || isShown;
}

/** True for the same exchange, and for the same call at another time. */
function isLike(clause: ShownClause, call: ShowingCall): boolean {
  const { line } = call;
  const isAgain = line !== undefined && clause.calls.some((one) => one.line === line);
  return isAgain || isSameCall(clause, call);
}

/**
 * Sorts the plainest call first, then the earliest; for equal calls, a clause on one operation
 * comes before a clause on all of them.
 */
function byPlainness(a: ShownClause, b: ShownClause): number {
  const [first, second] = [a.calls[0]!, b.calls[0]!];
  const isGeneral = ({ area, operation }: Clause) =>
    Number(area === "auth" || operation === undefined);
  return (
    first.plainness - second.plainness ||
    first.sentAt - second.sentAt ||
    isGeneral(a) - isGeneral(b)
  );
}
