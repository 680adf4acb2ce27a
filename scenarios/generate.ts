/**
 * Turns the YAML files of this folder into TypeScript, so that neither a browser nor a starting mock reads YAML or draws
 * orders, and what the reader takes into schema.json, by which editors complete scenarios.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { markdownTable, withParts } from "../spec/marked.ts";
import { parseScenario, SCENARIO_SCHEMA } from "./parse.ts";
import { deriveOrders, type Scenario } from "./scenario.ts";

// The compiled script runs in dist/scenarios, the sources stand beside dist.
const folder = fileURLToPath(new URL("../../scenarios/", import.meta.url));

/** The value as a TypeScript literal; a bigint keeps its n. */
function literal(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return `[${value.map((element) => `\n${literal(element)},`).join("")}\n]`;
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

/** What a scenario can say, by its path; the answers to silences have a page of their own, and an Order has its own fields. */
function fields({ description, properties, items }: Field, path = ""): string[][] {
  const own = path === "" || description === undefined ? [] : [[`\`${path}\``, description]];
  if (path === "answers") return own;
  const inside = Object.entries(properties ?? items?.properties ?? {});
  const before = path === "" ? "" : `${path}${items === undefined ? "" : "[]"}.`;
  return [...own, ...inside.flatMap(([name, field]) => fields(field, `${before}${name}`))];
}

function page(scenarios: readonly Scenario[]): string {
  const rows = scenarios.map(({ name, description, orders }) => [
    `[\`${name}\`](${name}.yaml)`,
    orders.count.toLocaleString("en"),
    description,
  ]);
  return withParts(readFileSync(`${folder}README.md`, "utf8"), {
    scenarios: markdownTable(["scenario", "orders", ""], rows),
    fields: markdownTable(["field", ""], fields(SCENARIO_SCHEMA)),
  });
}

/** The generated files of this folder by their paths from the project's root. */
export async function deriveScenarios(): Promise<Record<string, string>> {
  const names = readdirSync(folder).filter((file) => file.endsWith(".yaml"));
  // The default first, the others by name: the order in which they are listed.
  const files = names.sort((a, b) => Number(b === "default.yaml") - Number(a === "default.yaml") || (a < b ? -1 : 1));
  const parsed = files.map((file) => parseScenario(readFileSync(folder + file, "utf8"), `scenarios/${file}`));
  const code = `// Derived from scenarios/*.yaml by \`npm run generate\`. Not to be edited.
import type { Scenario } from "../scenario.ts";

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
${parsed.map((scenario) => `${JSON.stringify(scenario.name)}: ${literal(scenario)},`).join("\n")}
};
`;
  const [first] = parsed;
  const ready = first === undefined ? [] : [...(await deriveOrders(first, first.seed, first.orders.count))];
  const orders = `// Derived from scenarios/default.yaml by \`npm run generate\`. Not to be edited.
import type { OrderInState } from "../../fixtures/orders.ts";

export const DEFAULT_ORDERS: readonly OrderInState[] = ${literal(ready)};
`;
  const schema = `${JSON.stringify(SCENARIO_SCHEMA, null, 2)}\n`;
  return {
    "scenarios/generated/scenarios.ts": code,
    "scenarios/generated/default-orders.ts": orders,
    "scenarios/schema.json": schema,
    "scenarios/README.md": page(parsed),
  };
}
