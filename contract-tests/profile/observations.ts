/** What a run observed of behaviour that the contract does not specify: each reply once, and the fields of orders. */
import type { Json } from "../../spec/json/json.ts";
import { isOrderField, ORDER_FIELDS } from "../../spec/schema/fields.ts";
import { FIELD_KINDS, type Fields, fieldsOf } from "../../spec/schema/value-kinds.ts";
import type { OrderList } from "../assertions/order-list.ts";
import type { Clock } from "../client/clock.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { type CheckResult, factsOf, type RunFacts } from "../report/results.ts";
import type { Run } from "../run/run.ts";
import { type ObservedFields, type ObservedReply, observeReply } from "./observed-reply.ts";

/** What a profile is learned from. */
export interface ObservedRun extends Pick<RunFacts, "requests" | "timings"> {
  readonly results: readonly CheckResult[];
  /** In the order of their first occurrence. */
  readonly replies: readonly ObservedReply[];
  /** Undefined when no order was listed. */
  readonly orders: ObservedFields | undefined;
}

export function observedRun(run: Run, results: readonly CheckResult[]): ObservedRun {
  const { ledger, clock } = run;
  return { results, ...factsOf(run), replies: repliesIn(ledger, clock), orders: fieldsIn(ledger, clock) };
}

function repliesIn(ledger: Ledger, { epoch }: Pick<Clock, "epoch">): ObservedReply[] {
  // Their values must not be kept.
  const sample = ledger.lists[0]?.sample ?? [];
  const distinct = new Map<string, ObservedReply>();
  for (const { exchange } of ledger.answered) {
    const observed = observeReply(exchange, ledger.rules, sample, epoch);
    if (observed === undefined) continue;
    const key = JSON.stringify([observed.situation, observed.reply]);
    if (!distinct.has(key)) distinct.set(key, observed);
  }
  return [...distinct.values()];
}

function fieldsIn({ lists }: Ledger, { epoch }: Pick<Clock, "epoch">): ObservedFields | undefined {
  const [first, ...others] = lists.filter(({ sample }) => sample.length > 0);
  if (first === undefined) return undefined;
  const fields = others.reduce(
    (joined, { sample }) => joinFields(joined, orderFields(sample)),
    orderFields(first.sample),
  );
  return { fields, at: epoch + first.exchange.sentAt };
}

/**
 * A field of the contract has its declared kind, or is absent, or both; other fields have the kinds of their values. An optional
 * field is not mentioned where no order has it.
 */
function orderFields(sample: OrderList["sample"]): Fields {
  const found = fieldsOf(sample as Readonly<Record<string, Json>>[]);
  const declared = Object.entries(ORDER_FIELDS).flatMap(([field, { kind: declaredKind, optional }]) => {
    if (optional && found[field] === undefined) return [];
    const kinds = found[field] ?? ["absent"];
    const isPresent = kinds[0] !== "absent";
    const own = FIELD_KINDS.filter((kind) =>
      kind === "absent" ? kinds.includes(kind) : kind === declaredKind && isPresent,
    );
    return [[field, own] as const];
  });
  return Object.fromEntries([...declared, ...Object.entries(found).filter(([field]) => !isOrderField(field))]);
}

/** The kinds of both; a field that only one of them has may be absent. */
export function joinFields(a: Fields, b: Fields): Fields {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(
    names.map((name) => {
      const kinds = [...(a[name] ?? ["absent"]), ...(b[name] ?? ["absent"])];
      return [name, FIELD_KINDS.filter((kind) => kinds.includes(kind))];
    }),
  );
}
