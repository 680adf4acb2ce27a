/** Parses the body of `POST reset`. */

import { isScenarioFile } from "../../scenarios/load.ts";
import { parseScenario } from "../../scenarios/parse.ts";
import { MAX_ORDERS, MAX_SEED } from "../../scenarios/scenario.ts";
import { integer, mapping, string } from "../../spec/yaml/readers.ts";
import { valueNode, YamlSource } from "../../spec/yaml/source.ts";
import type { ResetOptions } from "./commands.ts";

const reset = mapping<{ scenario: string; text: string; seed: number; orders: number }>({
  scenario: string,
  text: string,
  seed: integer(0, MAX_SEED),
  orders: integer(0, MAX_ORDERS),
});

/** Throws a UserError. */
export function parseReset(body: string): ResetOptions {
  const source = new YamlSource(body, "body", "json");
  if (source.root === null) return {};
  const { text, ...options } = reset(source.root, source);
  const { scenario } = options;
  if (text !== undefined) return { ...options, scenario: parseScenario(text, scenario ?? "scenario.yaml") };
  // A client must not make the mock read files of its machine.
  if (scenario !== undefined && isScenarioFile(scenario))
    throw source.errorAt(
      valueNode(source.root, "scenario") ?? 0,
      "Expected the name of a scenario. Send the content of a file as text.",
    );
  return options;
}
