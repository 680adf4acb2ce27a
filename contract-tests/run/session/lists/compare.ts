/**
 * Snapshot, act, snapshot, compare. Steps do not overlap and nobody else uses the provided orders:
 * a difference between two lists comes from the act between them, or a field changes by itself. So
 * we list again before we report a difference.
 */
import {
  ORDER_FIELD_NAMES,
  ORDER_FIELDS,
  type OrderField,
} from "../../../../spec/schema/fields.ts";
import { changedFields, isListed, type OrderList } from "../../assertions/order-list.ts";
import { MAX_STALE_MS } from "../budget.ts";
import type { Session } from "../session.ts";
import { type Act, type Lists, violateChange } from "./blame.ts";
import { listOrders } from "./read-list.ts";

/** The longest wait, in milliseconds, for a list that shows whether a field changes by itself. */
const MAX_QUIET_MS = 30_000;

export const UNREADABLE =
  "The lists around the calls could not be read, or contain orders without an id.";

/** The reason for a wait, as a user reads it. */
const ASKED_AGAIN = "lists differ";

type Difference = OrderField | "missing";

/**
 * Records as violations what an act changes that it must not. Resolves with the orders that both
 * lists show unchanged; empty if a list could not be read.
 */
export async function compare(
  s: Session,
  act: Act,
  run: () => Promise<unknown>,
): Promise<readonly bigint[]> {
  const before = s.baseline.list ?? (await listOrders(s));
  await run();
  const after = s.baseline.set(await listOrders(s));
  if (before === undefined || after === undefined) return [];
  if (before.withoutId + after.withoutId > 0) return [];

  const isGone = (id: bigint) => {
    const { isAsked, cancelledBy } = s.orders.of(id);
    return isAsked || cancelledBy !== undefined || act.own?.includes(id);
  };
  // If nobody else uses the deployment, all listed orders are evidence.
  const evidence = s.orders.isAlone ? [...before.watched.keys()] : s.orders.provided.ids;
  const watched = evidence.filter((id) => !isGone(id) && isListed(before, id));
  const suspects = watched.filter((id) => differences(s, { before, after }, id).length > 0);
  if (suspects.length === 0) return watched;
  const unclear = await askAgain(s, act, { before, after }, suspects);
  return watched.filter((id) => !unclear.includes(id));
}

/** Waits until no list can be a copy from before this moment. */
export function untilFresh(s: Session): Promise<void> {
  return s.wait(MAX_STALE_MS, ASKED_AGAIN);
}

/** Waits until the deployment can no longer undo the first cancellations (`settleMs`). */
export async function untilSettled(s: Session): Promise<void> {
  const { cancel, refused } = s.orders.provided;
  const touched = s.orders.known.filter(({ id }) => id === cancel || id === refused);
  const began = Math.max(...touched.map(({ touchedAt = -Infinity }) => touchedAt));
  const left = began + (s.config.settleMs ?? 0) - s.clock.now();
  if (left > 0) await s.wait(left, "late effects");
}

/**
 * Lists again, because a list may have been an old copy, and a field may change by itself: only a
 * lasting change comes from the act. Resolves with the changed orders, or with all suspects if
 * there is no list.
 */
async function askAgain(s: Session, act: Act, lists: Lists, suspects: readonly bigint[]) {
  await untilFresh(s);
  const again = s.baseline.set(await listOrders(s));
  if (again === undefined || again.withoutId > 0) return suspects;

  const since = { before: lists.before, after: again };
  // A field that has changed once more changes by itself.
  const lasting = suspects.map((id) => {
    const moved: readonly Difference[] = changedFields(lists.after, again, id);
    const still = differences(s, since, id).filter((one) => !moved.includes(one));
    return { id, what: differences(s, lists, id).filter((one) => still.includes(one)) };
  });
  if (lasting.some(({ what }) => what.some((one) => one !== "missing")))
    await watchQuietly(s, again, again.exchange.sentAt - lists.before.exchange.receivedAt);

  const changed = lasting.filter(({ what }) => what.some((one) => !s.baseline.moving.has(one)));
  for (const { id } of changed) violateChange(s, act, id, since);
  return changed.map(({ id }) => id);
}

/**
 * Waits as long as the act took without sending anything, and records the fields that change
 * anyway.
 */
async function watchQuietly(s: Session, list: OrderList, ms: number): Promise<void> {
  await s.wait(Math.min(MAX_QUIET_MS, Math.max(MAX_STALE_MS, ms)), ASKED_AGAIN);
  const still = await listOrders(s);
  if (still === undefined) return;
  s.baseline.set(still);
  for (const id of still.watched.keys())
    for (const field of changedFields(list, still, id)) s.baseline.moving.add(field);
}

function differences(s: Session, lists: Lists, id: bigint): readonly Difference[] {
  const { before, after } = lists;
  if (!isListed(before, id)) return [];
  if (!isListed(after, id)) return ["missing"];
  const { moving } = s.baseline;
  const isEvidence = (field: OrderField) => !isDateField(field) || !mayMove(s, lists, id);
  return changedFields(before, after, id).filter((one) => !moving.has(one) && isEvidence(one));
}

/**
 * True if the date may change without a call: that of a pending order at any time, that of a
 * shipped one beside other dates (spec/rulings.md).
 */
function mayMove({ orders }: Session, { before, after }: Lists, id: bigint): boolean {
  const isBeside = (other: bigint) => other !== id && !orders.of(other).isAsked;
  const others = [...after.watched.keys()].filter(
    (other) => isBeside(other) && (hasDate(before, other) || hasDate(after, other)),
  );
  const areMoving = others.some((other) => changedFields(before, after, other).some(isDateField));
  return !orders.rules.shipped.includes(id) || areMoving || others.length === 0;
}

function hasDate({ watched }: OrderList, id: bigint): boolean {
  const values = watched.get(id) ?? [];
  return values.some((value, nth) => value !== "" && isDateField(ORDER_FIELD_NAMES[nth]!));
}

export function isDateField(field: OrderField): boolean {
  return ORDER_FIELDS[field].kind === "date-time";
}
