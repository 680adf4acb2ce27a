/** JSON as YAML nodes, read by our own reader: for texts of anyone, whose depth and size must not matter. */
import { type Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { Decimal, type Json, JsonReader, OPEN_BRACE, OPEN_BRACKET } from "../json/json.ts";

/** Deeper than any scenario or fault. */
const MAX_DEPTH = 32;

/** Integers are bigints, as in the YAML that is read. Null for a text without a value. Throws a JsonError. */
export function jsonNodes(text: string): Node | null {
  const reader = new JsonReader(text);
  const readNode = (depth: number): Node => {
    const code = reader.peek();
    const start = reader.position;
    if (depth > MAX_DEPTH) reader.fail(`values nested deeper than ${MAX_DEPTH}`);
    const node =
      code === OPEN_BRACE
        ? readMap(depth)
        : code === OPEN_BRACKET
          ? readSeq(depth)
          : new Scalar(scalarOf(reader.value()));
    return at(node, start, reader.position);
  };
  const readMap = (depth: number): YAMLMap => {
    const map = new YAMLMap();
    const names = new Set<string>();
    reader.members((name, start) => {
      if (names.has(name)) reader.fail(`the name ${JSON.stringify(name.slice(0, 40))} twice`, start);
      names.add(name);
      const key = at(new Scalar(name), start, start + name.length + 2);
      map.items.push(new Pair(key, readNode(depth + 1)));
    });
    return map;
  };
  const readSeq = (depth: number): YAMLSeq => {
    const seq = new YAMLSeq();
    reader.elements(() => seq.items.push(readNode(depth + 1)));
    return seq;
  };
  if (Number.isNaN(reader.peek())) return null;
  const root = readNode(0);
  reader.end();
  return root;
}

function at<T extends Node>(node: T, start: number, end: number): T {
  node.range = [start, end, end];
  return node;
}

function scalarOf(value: Json): unknown {
  if (value instanceof Decimal) return value.valueOf();
  return typeof value === "number" ? BigInt(value) : value;
}
