/** Adds an order to a table, or replaces one. The table itself never changes: other worlds share it. */
import { findPosition, type OrderTable, PENDING, SHIPPED } from "./order-table.ts";

interface Edited {
  readonly table: OrderTable;
  readonly position: number;
  /** Whether the orders from this position on have moved by one. */
  readonly isInserted: boolean;
}

/** `order` is JSON text in ASCII, with that id. A new order is listed by its id where the list is sorted, else last. */
export function withOrder(table: OrderTable, id: bigint, order: string, state: "pending" | "shipped"): Edited {
  const existing = findPosition(table, id);
  const isInserted = existing < 0;
  const index = isInserted ? firstAbove(table.ids, id) : -1;
  const position = isInserted ? newPosition(table, index) : existing;
  const count = table.count + Number(isInserted);
  const { bytes, offsets } = table;
  // An empty list has only its bracket before the first offset.
  const start = position === 0 ? 0 : offsets[position]!;
  const end = isInserted ? start : offsets[position + 1]!;
  // Each order follows the bracket or the comma that belongs to it.
  const text = new TextEncoder().encode(
    `${position === 0 ? "[" : ","}${order}${isInserted && position === 0 && table.count > 0 ? "," : ""}`,
  );
  const rest = bytes.subarray(isInserted && position === 0 ? 1 : end);
  const edited = new Uint8Array(start + text.length + rest.length);
  edited.set(bytes.subarray(0, start));
  edited.set(text, start);
  edited.set(rest, start + text.length);
  const grown = edited.length - bytes.length;
  const newOffsets = new Uint32Array(count + 1);
  newOffsets.set(offsets.subarray(0, position));
  newOffsets[position] = start;
  for (let next = position + 1; next <= count; next++) newOffsets[next] = offsets[next - Number(isInserted)]! + grown;
  const code = state === "shipped" ? SHIPPED : PENDING;
  const states = isInserted ? inserted(table.states, position, code) : table.states.with(position, code);
  return {
    position,
    isInserted,
    table: {
      count,
      bytes: edited,
      offsets: newOffsets,
      states,
      whole: [edited],
      ids: isInserted ? inserted(table.ids, index, id) : table.ids,
      positions: isInserted
        ? inserted(
            table.positions.map((old) => old + Number(old >= position)),
            index,
            position,
          )
        : table.positions,
    },
  };
}

/** The first index of `ids` with a greater id. */
function firstAbove(ids: BigInt64Array, id: bigint): number {
  const found = ids.findIndex((one) => one > id);
  return found < 0 ? ids.length : found;
}

function newPosition({ count, positions }: OrderTable, index: number): number {
  const isAscending = positions.every((position, at) => at === 0 || position > positions[at - 1]!);
  if (!isAscending) return count;
  return index === 0 ? 0 : positions[index - 1]! + 1;
}

function inserted<Values extends Uint8Array | Uint32Array>(values: Values, at: number, value: number): Values;
function inserted(values: BigInt64Array, at: number, value: bigint): BigInt64Array;
function inserted(values: Uint8Array | Uint32Array | BigInt64Array, at: number, value: number | bigint) {
  const longer = new (values.constructor as Uint8ArrayConstructor)(values.length + 1) as unknown as typeof values;
  longer.set(values.subarray(0, at) as never);
  (longer as { [index: number]: number | bigint })[at] = value;
  longer.set(values.subarray(at) as never, at + 1);
  return longer;
}
