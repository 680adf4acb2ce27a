/** The data of the steps as TypeScript, from the YAML files beside them: a run needs no YAML parser for it. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

const ROOM = "contract-tests/steps";

/** The names of headers or parameters by the value that is sent with each of them. */
type NamesByValue = Readonly<Record<string, readonly string[]>>;
/** `queries` are whole; each of the names is sent with each of the values. */
type Parameters =
  | { readonly queries: readonly string[] }
  | { readonly values: readonly string[]; readonly names: readonly string[] };

const headersOf = (group: NamesByValue) =>
  Object.entries(group).flatMap(([value, names]) => names.map((name) => [name, value]));
const queriesOf = (parameters: Parameters): readonly string[] =>
  "queries" in parameters
    ? parameters.queries
    : parameters.values.flatMap((value) => parameters.names.map((name) => `${name}=${value}`));

/** Parameters in one query: few enough that one rarely hides the effect of another. */
const GROUP_SIZE = 24;
/** Parameters in a group for a long list, which is asked for less often: few enough that most servers accept the address. */
const LONG_GROUP_SIZE = 8 * GROUP_SIZE;

/** Groups of queries that are sent as one, in which each name occurs once. */
function grouped(queries: readonly string[], size: number): string[][] {
  const groups: string[][] = [];
  const namesIn = (query: string) => query.split("&").map((pair) => pair.split("=")[0]!);
  for (const query of queries) {
    const names = namesIn(query);
    const open = groups.find(
      (group) =>
        group.length < size && !group.flatMap(namesIn).some((name) => names.includes(name)),
    );
    if (open === undefined) groups.push([query]);
    else open.push(query);
  }
  return groups;
}

export function deriveProbes(): Record<string, string> {
  const read = (name: string) => parse(readFileSync(`${ROOM}/${name}.yaml`, "utf8"));
  const { "paging-headers": pagingHeaders, ...parameters } = read("parameters");
  const {
    "list-headers": listHeaders,
    "cancel-headers": cancelHeaders,
    ...addresses
  } = read("addresses");
  const headers = {
    "paging-headers": pagingHeaders.map(headersOf),
    "list-headers": listHeaders.map(headersOf),
    "cancel-headers": cancelHeaders.flatMap(headersOf),
  };
  const texts = { ...addresses, ...read("texts") };

  const constant = (name: string, type: string, value: unknown) =>
    `export const ${name.toUpperCase().replaceAll("-", "_")}: ${type} = ${JSON.stringify(value, null, 1)};\n`;
  const queries = (size: number) =>
    Object.fromEntries(
      Object.entries<readonly Parameters[]>(parameters).map(([clause, all]) => [
        clause,
        grouped(all.flatMap(queriesOf), size),
      ]),
    );
  const lines = [
    `// Generated from the YAML files of ${ROOM} by \`npm run generate\`. Do not edit.\n`,
    "type Header = readonly [name: string, value: string];\n",
    ...Object.entries(texts).map(([name, value]) => constant(name, "readonly string[]", value)),
    constant("paging-headers", "readonly (readonly Header[])[]", headers["paging-headers"]),
    constant("list-headers", "readonly (readonly Header[])[]", headers["list-headers"]),
    constant("cancel-headers", "readonly Header[]", headers["cancel-headers"]),
    `type Groups = Readonly<Record<"list-unpaged" | "list-unfiltered", readonly (readonly string[])[]>>;\n`,
    constant("list-queries", "Groups", queries(GROUP_SIZE)),
    constant("queries-of-long-lists", "Groups", queries(LONG_GROUP_SIZE)),
  ];
  return { [`${ROOM}/generated/probes.ts`]: lines.join("") };
}
