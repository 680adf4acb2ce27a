/** Reads the body of a list when it arrives, and records its faults when a step judges it. */
import { JsonError, locateJson, readElements } from "../../../spec/json/json.ts";
import { shorten } from "../../../spec/shorten.ts";
import type { Exchange, Response } from "../../client/exchange.ts";
import { type CompactId, IdCollector, looseIds } from "../../safety/listed-ids.ts";
import { expectContent, recordSyntaxError, utf8Content } from "./body.ts";
import type { Recorder } from "./finding.ts";
import { OrderElements } from "./order-elements.ts";
import type { OrderIndex, OrderList } from "./order-list.ts";

/** We parse a body that is not a list up to this many bytes. */
const MAX_WHOLE_BODY_BYTES = 1 << 20;

/** The body of a list as it was read, before it is judged. */
export interface ListReading {
  /** The orders; undefined if the body is not an array. */
  readonly list?: Omit<OrderList, "exchange">;
  /** Every number that may be the id of an order; undefined if they cannot be read. */
  readonly ids?: readonly CompactId[] | undefined;
  /** The elements of an array with their defects, or why they cannot be read. */
  readonly elements?: OrderElements | JsonError;
}

/**
 * Reads the body of a 200 to listOrders. `watch`: the orders whose fields we keep for comparison.
 */
export function readOrderList(
  response: Response,
  watch: readonly bigint[],
  index: OrderIndex,
): ListReading {
  const content = utf8Content(response);
  if (content === undefined) return {};
  const elements = new OrderElements(watch, index);
  const collector = new IdCollector();
  try {
    const isArray = readElements(content, (value, at, duplicates) => {
      collector.addElement(value);
      elements.addElement(value, at, duplicates);
    });
    return isArray
      ? { list: elements.list(), ids: collector.ids(), elements }
      : { ids: looseIds(content) };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { ids: looseIds(content), elements: error };
  }
}

/**
 * Records what is wrong with the body of a 200 to listOrders (clauses of the list and of Order).
 * Returns undefined if the body is not a JSON array.
 */
export function expectOrderList(
  exchange: Exchange,
  response: Response,
  { list, elements }: ListReading,
  recorder: Recorder,
): OrderList | undefined {
  const content = expectContent(exchange, response, recorder);
  if (content === undefined) return undefined;
  if (elements === undefined) assertArrayRoot(exchange, content, recorder);
  else if (elements instanceof OrderElements) elements.record(exchange, content, recorder);
  else if (elements.kind === "bound")
    recorder.unproven("list-array", `The list has ${elements.problem}.`);
  else recordSyntaxError(elements, exchange, recorder);
  return list === undefined ? undefined : { ...list, exchange };
}

function assertArrayRoot(exchange: Exchange, content: Buffer, recorder: Recorder): void {
  // The syntax of a longer text does not matter: the text is not a list in any case.
  const text = content.toString("utf8", 0, MAX_WHOLE_BODY_BYTES);
  const first = text.trimStart()[0];
  const received = first === "{" ? "an object" : first === '"' ? "a string" : "not an array";
  try {
    if (content.length <= MAX_WHOLE_BODY_BYTES) locateJson(text, []);
  } catch (error) {
    return recordSyntaxError(error, exchange, recorder);
  }
  recorder.violated("list-array", `The body of the list is ${received}.`, [exchange], {
    expected: "a JSON array of orders",
    received: shorten(text.trim()),
  });
}
