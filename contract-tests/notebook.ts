/** What one check saw of the things that the contract leaves open: each answer once, in the order in which they came. */
import type { Json } from "../spec/json.ts";
import { FIELD_KINDS, type Fields, fieldsOf } from "../spec/kinds.ts";
import { ORDER_KINDS } from "../spec/profile-shape.ts";
import type { Exchange } from "./exchange.ts";
import type { OrderList } from "./order-list.ts";
import { type HandedOver, type Seen, type SeenOrders, seenIn } from "./seen.ts";

export class Notebook {
  orders: SeenOrders | undefined;
  private readonly handedOver: HandedOver;
  private readonly answers = new Map<string, Seen>();

  constructor(handedOver: HandedOver) {
    this.handedOver = handedOver;
  }

  take(exchange: Exchange, sample: OrderList["sample"]): void {
    const seen = seenIn(exchange, this.handedOver, sample);
    if (seen === undefined) return;
    const key = JSON.stringify([seen.situation, seen.reply]);
    if (!this.answers.has(key)) this.answers.set(key, seen);
  }

  takeOrders({ sample, exchange }: OrderList): void {
    if (sample.length === 0) return;
    const fields = orderFields(sample);
    this.orders = { fields: joinFields(this.orders?.fields, fields), at: this.orders?.at ?? exchange.startedAt };
  }

  seen(): Seen[] {
    return [...this.answers.values()];
  }
}

/** Of the contract's fields whether they are there; of others their kinds. */
function orderFields(sample: OrderList["sample"]): Fields {
  const seen = fieldsOf(sample as Readonly<Record<string, Json>>[]);
  const own = Object.entries(ORDER_KINDS).map(([field, kind]) => {
    const kinds = seen[field] ?? ["absent"];
    return [
      field,
      FIELD_KINDS.filter((one) => (one === "absent" ? kinds.includes(one) : one === kind && kinds[0] !== "absent")),
    ];
  });
  return Object.fromEntries([...own, ...Object.entries(seen).filter(([field]) => !(field in ORDER_KINDS))]);
}

/** The kinds of both; a field that one of them does not know is absent from some. */
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
