/**
 * Generates TypeScript from the YAML files of this folder, so that neither browsers nor a starting
 * mock need a YAML parser or faker; also schema.json for editors, and the tables of README.md.
 */
import { readdirSync, readFileSync } from "node:fs";
import { markdownTable, replaceSections } from "../../spec/generate/pages.ts";
import { operationSchema } from "../event-schemas.ts";
import { generateScenarioOrders } from "../initial-orders.ts";
import { parseScenario } from "../parse.ts";
import type { LoadedScenario } from "../scenario.ts";
import { scenarioSchema } from "../scenario-schema.ts";
import { jsonSchemaOf } from "./json-schema.ts";

const SCENARIO_SCHEMA = jsonSchemaOf("A scenario of orders-kit", scenarioSchema, {
  operation: operationSchema,
});

/** Writes a value as a TypeScript literal; a bigint gets the suffix n. */
function literal(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value))
    return `[${value.map((element) => `\n${literal(element)},`).join("")}\n]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${literal(member)}`)
    .join(", ")} }`;
}

interface Field {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Field>>;
  readonly items?: Field;
}

/**
 * The fields of a scenario with their paths. We leave out open questions, which another page lists,
 * and list the fields of each text in `errors` only once.
 */
function fields({ description, properties, items }: Field, path = ""): string[][] {
  const own = path === "" || description === undefined ? [] : [[`\`${path}\``, description]];
  const inside = Object.entries(properties ?? items?.properties ?? {});
  if (path === "answers") return own;
  if (path === "errors") {
    const names = inside.map(([name]) => `\`${name}\``).join(", ");
    return [[`\`${path}\``, `${description?.replace(/\.$/, ":")} ${names}.`]];
  }
  const before = path === "" ? "" : `${path}${items === undefined ? "" : "[]"}.`;
  return [...own, ...inside.flatMap(([name, field]) => fields(field, `${before}${name}`))];
}

function page(readme: string, scenarios: readonly LoadedScenario[]): string {
  const rows = scenarios.map(({ name, description, orders }) => [
    `[\`${name}\`](ready-made/${name}.yaml)`,
    orders.count.toLocaleString("en"),
    description,
  ]);
  return replaceSections(readme, {
    scenarios: markdownTable(["scenario", "orders", ""], rows),
    fields: markdownTable(["field", ""], fields(SCENARIO_SCHEMA)),
  });
}

/** The generated files of the folder `scenarios`, by path. */
export async function deriveScenarios(): Promise<Record<string, string>> {
  const names = readdirSync("scenarios/ready-made").filter((file) => file.endsWith(".yaml"));
  // Lists the default first and the others by name.
  names.sort(
    (a, b) => Number(b === "default.yaml") - Number(a === "default.yaml") || (a < b ? -1 : 1),
  );
  const paths = names.map((name) => `scenarios/ready-made/${name}`);
  const parsed = paths.map((path) => parseScenario(readFileSync(path, "utf8"), path));
  const code = `// Derived from scenarios/ready-made/*.yaml by \`npm run generate\`. Not to be edited.
import type { LoadedScenario } from "../scenario.ts";

export type ScenarioName = ${parsed.map(({ name }) => JSON.stringify(name)).join(" | ")};

export const SCENARIOS: Readonly<Record<ScenarioName, LoadedScenario>> = {
${parsed.map((scenario) => `${JSON.stringify(scenario.name)}: ${literal(scenario)},`).join("\n")}
};
`;
  const [first] = parsed;
  const ready =
    first === undefined
      ? []
      : [...(await generateScenarioOrders(first, first.seed, first.orders.count))(0)];
  const orders = `// Derived from scenarios/ready-made/default.yaml by \`npm run generate\`. Not to be edited.
import type { OrderInState } from "../../fixtures/orders.ts";

export const DEFAULT_ORDERS: readonly OrderInState[] = ${literal(ready)};
`;
  return {
    "scenarios/generated/scenarios.ts": code,
    "scenarios/generated/default-orders.ts": orders,
    "scenarios/schema.json": `${JSON.stringify(SCENARIO_SCHEMA, null, 2)}\n`,
    "scenarios/README.md": page(readFileSync("scenarios/README.md", "utf8"), parsed),
  };
}
