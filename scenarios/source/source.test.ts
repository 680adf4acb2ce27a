import fc from "fast-check";
import { expect, test } from "playwright/test";
import { stringifyJson } from "../../spec/json/json.ts";
import { runs } from "../../spec/testing/runs.ts";
import { jsonSource } from "./json-source.ts";
import { yamlSource } from "./yaml-source.ts";

// Another attempt would hide a counterexample.
test.describe.configure({ retries: 0 });

test("all JSON is read, with its values, however it is indented, and as YAML too", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, "  ", "\t"), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      expect(stringifyJson(jsonSource(text, "body").value)).toBe(JSON.stringify(value));
      if (indent !== "\t")
        expect(stringifyJson(yamlSource(text, "file").value)).toBe(JSON.stringify(value));
    }),
    { numRuns: runs(250) },
  );
});
