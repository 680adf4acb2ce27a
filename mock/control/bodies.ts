/** Reads the bodies that the control takes. JSON is YAML too, so that a mistake is shown with its line and column. */
import { GREATEST_SEED, MOST_ORDERS } from "../../scenarios/scenario.ts";
import { integer, mapping, text, YamlSource } from "../../spec/yaml-reader.ts";
import type { ResetOptions } from "./commands.ts";

const reset = mapping<{ scenario: string; seed: number; orders: number }>({
  scenario: text,
  seed: integer(0, GREATEST_SEED),
  orders: integer(0, MOST_ORDERS),
});

/** Throws a UserError. */
export function parseReset(body: string): ResetOptions {
  const source = new YamlSource(body, "body");
  return source.root === null ? {} : reset(source.root, source);
}
