/**
 * Draws from a seed how conforming services differ: what they refuse, whom they ban, what their
 * releases change.
 */
import type { Draw } from "../testing/simulation/draw.ts";
import { mapMembers } from "./changes/lists.ts";
import { answersCancellations } from "./changes/replies.ts";
import { drawStrictness, strict } from "./changes/strictness.ts";
import type { ReferenceService } from "./reference-service.ts";
import { error, html } from "./replies.ts";
import { applyChange, type Change } from "./variant.ts";

/** Plain data, so that we can print it with a failing seed. */
export type Conduct = ReturnType<typeof drawConduct>;

/** Forms of the same date; `{}` is the RFC 3339 text up to the second. */
const DATE_FORMS = ["{}Z", "{}.123456789Z", "{}+00:00", "{}", "{},5Z", "{}+00"];
const FIELDS = ["petId", "quantity", "shipDate", "complete"] as const;

export function drawConduct(draw: Draw) {
  const maybe = <T>(probability: number, value: () => T) =>
    draw.happens(probability) ? value() : undefined;
  return {
    strict: maybe(0.5, () =>
      Array.from({ length: draw.integer(1, 2) }, () => drawStrictness(draw)),
    ),
    secondCancel: maybe(0.3, () => draw.one([410, 422, 423])),
    /**
     * After this many calls, or calls with a bad key, all calls (or those with a bad key) get the
     * status.
     */
    ban: maybe(0.08, () => ({
      after: draw.integer(10, 300),
      of: draw.one(["calls", "bad keys"]),
      hits: draw.one(["all calls", "bad keys"]),
      status: draw.one([401, 402, 403, 420]),
    })),
    mayOnlyList: maybe(0.05, () => true),
    dateForm: maybe(0.2, () => draw.one(DATE_FORMS)),
    /** From this list on, all orders have, or lack, the field. */
    release: maybe(0.1, () => ({
      atList: draw.integer(3, 60),
      field: draw.one(FIELDS),
      verb: draw.one(["adds", "drops"]),
    })),
    /** For how long a cancelled order comes back in some lists, in milliseconds. */
    flapsMs: maybe(0.2, () => draw.integer(100, 1_900)),
  };
}

export function conductItself(service: ReferenceService, conduct: Conduct, draw: Draw): void {
  for (const change of changesOf(conduct, draw)) applyChange(service, change);
}

function changesOf(conduct: Conduct, draw: Draw): readonly Change[] {
  const { secondCancel, ban, mayOnlyList, dateForm, release, flapsMs } = conduct;
  const changes: (Change | undefined)[] = [
    secondCancel === undefined ? undefined : withSecond(secondCancel),
    dateForm === undefined ? undefined : withDates(dateForm),
    release && withRelease(release),
    flapsMs === undefined ? undefined : withFlapping(flapsMs, draw),
    mayOnlyList ? onlyLists : undefined,
    ...(conduct.strict ?? []).map(strict),
    ban && withBan(ban),
  ];
  return changes.filter((change) => change !== undefined);
}

const withSecond = (status: number): Change => ({
  secondCancel: () => error(status, "cancelled", "It is cancelled."),
});

/** The start of a date without escapes that is no leap second. */
const TO_THE_SECOND = /^"(\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d)/;

const withDates =
  (form: string): Change =>
  (base) =>
    mapMembers(base, (members) => {
      const [, begin] = TO_THE_SECOND.exec(members.shipDate ?? "") ?? [];
      return begin === undefined
        ? members
        : { ...members, shipDate: `"${form.replace("{}", begin)}"` };
    });

const withRelease =
  ({ atList, field, verb }: NonNullable<Conduct["release"]>): Change =>
  (base) =>
    mapMembers(base, (members, { store }) => {
      const isLacking = store.listCount >= atList === (verb === "drops");
      return Object.fromEntries(
        Object.entries(members).filter(([name]) => !isLacking || name !== field),
      );
    });

const withFlapping =
  (ms: number, draw: Draw): Change =>
  (base) => {
    const cancelledAt = new Map<bigint, number>();
    return {
      setState(order, state) {
        cancelledAt.set(order.id, base.now());
        base.setState(order, state);
      },
      visibleOrders(request) {
        const listed = base.visibleOrders(request);
        const isBack = (id: bigint) =>
          base.now() - (cancelledAt.get(id) ?? -Infinity) < ms && draw.happens(0.5);
        const back = base.store.orders.filter(
          (order) => order.state === "cancelled" && !listed.includes(order) && isBack(order.id),
        );
        return [...listed, ...back];
      },
    };
  };

const onlyLists: Change = (base) =>
  answersCancellations(base, error(403, "forbidden", "The key may only list."));

const withBan =
  ({ after, of, hits, status }: NonNullable<Conduct["ban"]>): Change =>
  (base) => {
    let left = after;
    return {
      async answer(request) {
        const isBad = !base.isAuthorized(request);
        // Bad keys are refused only after other bad keys: otherwise the first may never have got
        // 401.
        if (isBad || (of === "calls" && hits === "all calls")) left--;
        const isHit = left < 0 && (hits === "all calls" || (isBad && status === 403));
        if (!isHit) return base.answer(request);
        return status === 401 ? error(401, "locked", "The key is locked.") : html(status);
      },
    };
  };
