import fc from "fast-check";
import { expect, test } from "playwright/test";
import { parseDocument } from "yaml";
import { stringifyJson } from "../json/json.ts";
import { runs } from "../testing/runs.ts";
import { YamlSource } from "./source.ts";

test("all JSON is read, with its values, however it is indented", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, "  ", "\t"), (value, indent) => {
      const { root } = new YamlSource(JSON.stringify(value, undefined, indent), "body", "json");
      expect(stringifyJson(root?.toJS(parseDocument("")))).toBe(JSON.stringify(value));
    }),
    { numRuns: runs(1000) },
  );
});
