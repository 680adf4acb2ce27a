/** Reads the bodies of control requests. Each function throws a UserError with the place of each mistake. */
import * as v from "valibot";
import { MAX_SECONDS } from "../../scenarios/limits.ts";
import { orderSchema } from "../../scenarios/order-schema.ts";
import { parseScenario } from "../../scenarios/parse.ts";
import { withName } from "../../scenarios/read-scenario.ts";
import { jsonSource } from "../../scenarios/source/json-source.ts";
import { read } from "../../scenarios/source/read.ts";
import { mapping, number, string } from "../../scenarios/source/schemas.ts";
import { startFields } from "../service/world-document.ts";
import type { ResetOptions } from "./commands.ts";
import { refuseFile } from "./open-document.ts";

const resetSchema = mapping({ ...startFields, text: v.exactOptional(string) });

/** The body of `POST reset`. `text` is the content of a scenario file; `scenario` is then its name. */
export function parseReset(body: string): ResetOptions {
  const source = jsonSource(body, "body");
  const { text, scenario, ...size } = read(source, resetSchema);
  if (typeof scenario === "object") return { ...size, scenario: withName(scenario) };
  if (text !== undefined) return { ...size, scenario: parseScenario(text, scenario) };
  refuseFile(source, ["scenario"], scenario);
  return scenario === undefined ? size : { ...size, scenario };
}

const clockSchema = mapping(
  { seconds: number(0, MAX_SECONDS, "seconds") },
  "Say how much time goes by: seconds: 10.",
);

/** The body of `POST clock`: seconds. */
export const parseSeconds = (body: string): number =>
  read(jsonSource(body, "body"), clockSchema).seconds;

const shipSchema = mapping({
  afterSeconds: v.exactOptional(number(0, MAX_SECONDS, "seconds")),
});

/** The body of `POST orders/{id}/ship`: undefined for an order that ships at once. */
export const parseShip = (body: string): number | undefined =>
  read(jsonSource(body, "body"), shipSchema).afterSeconds;

/** The body of `PUT orders/{id}`: the fields of the order, and its state. */
export const parseOrder = (body: string) => read(jsonSource(body, "body"), orderSchema);
