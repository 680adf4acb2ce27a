/** What one check observes of behaviour that the contract does not specify: each reply once, and the fields of orders. */
import type { Json } from "../../spec/json/json.ts";
import { isOrderField, ORDER_FIELDS } from "../../spec/schema/fields.ts";
import { FIELD_KINDS, type Fields, fieldsOf } from "../../spec/schema/value-kinds.ts";
import type { OrderList } from "../assertions/order-list.ts";
import type { Exchange } from "../client/exchange.ts";
import type { Rules } from "../safety/policy.ts";
import { type ObservedFields, type ObservedReply, observeReply } from "./observed-reply.ts";

export class Observations {
  orders: ObservedFields | undefined;
  private readonly handedOver: Pick<Rules, "pending" | "shipped">;
  /** In the order of the first occurrence. */
  private readonly distinct = new Map<string, ObservedReply>();

  constructor(handedOver: Pick<Rules, "pending" | "shipped">) {
    this.handedOver = handedOver;
  }

  /** `sample` are listed orders, whose values must not be kept. */
  add(exchange: Exchange, sample: OrderList["sample"]): void {
    const observed = observeReply(exchange, this.handedOver, sample);
    if (observed === undefined) return;
    const key = JSON.stringify([observed.situation, observed.reply]);
    if (!this.distinct.has(key)) this.distinct.set(key, observed);
  }

  addList({ sample, exchange }: OrderList): void {
    if (sample.length === 0) return;
    const fields = orderFields(sample);
    this.orders = { fields: joinFields(this.orders?.fields, fields), at: this.orders?.at ?? exchange.startedAt };
  }

  replies(): ObservedReply[] {
    return [...this.distinct.values()];
  }
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
export function joinFields(a: Fields | undefined, b: Fields): Fields {
  if (a === undefined) return b;
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(
    names.map((name) => {
      const kinds = [...(a[name] ?? ["absent"]), ...(b[name] ?? ["absent"])];
      return [name, FIELD_KINDS.filter((kind) => kinds.includes(kind))];
    }),
  );
}
