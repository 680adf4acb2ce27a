/** Reads the bodies of control requests. Each function throws a UserError with the place of each mistake. */
import * as v from "valibot";
import type { OrderInState } from "../../fixtures/orders.ts";
import { isScenarioFile } from "../../scenarios/load.ts";
import { orderSchema } from "../../scenarios/order-schema.ts";
import { parseScenario } from "../../scenarios/parse.ts";
import { MAX_ORDERS, MAX_SEED } from "../../scenarios/scenario.ts";
import { jsonSource } from "../../scenarios/source/json-source.ts";
import { read } from "../../scenarios/source/read.ts";
import { integer, mapping, string } from "../../scenarios/source/schemas.ts";
import { errorAt } from "../../scenarios/source/source.ts";
import type { SingleReset } from "./commands.ts";

const resetSchema = mapping({
  scenario: v.exactOptional(string),
  text: v.exactOptional(string),
  seed: v.exactOptional(integer(0, MAX_SEED)),
  orders: v.exactOptional(integer(0, MAX_ORDERS)),
});

/** The body of `POST reset`. */
export function parseReset(body: string): SingleReset {
  const source = jsonSource(body, "body");
  const { text, ...options } = read(source, resetSchema);
  const { scenario } = options;
  if (text !== undefined)
    return { ...options, scenario: parseScenario(text, scenario ?? "scenario.yaml") };

  // A client must not make the mock read files of its machine.
  if (scenario !== undefined && isScenarioFile(scenario))
    throw errorAt(
      source,
      ["scenario"],
      "Expected the name of a scenario. Send the content of a file as text.",
    );
  return options;
}

/** The body of `PUT orders/{id}`: the fields of the order without its id, and its state. */
export function parseOrder(
  body: string,
  id: bigint,
): OrderInState & { readonly order: { readonly id: bigint } } {
  const { order, state } = read(jsonSource(body, "body"), orderSchema);
  const { id: _, ...fields } = order;
  return { order: { id, ...fields }, state };
}
