import fc from "fast-check";
import { expect, test } from "playwright/test";
import { parseDocument } from "yaml";
import { jsonNodes } from "./json-nodes.ts";

test("the nodes have the values and the places that the YAML parser gives them", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: true }), (value) => {
      const text = JSON.stringify(value);
      const node = jsonNodes(text);
      const yaml = parseDocument(text, { intAsBigInt: true });
      expect(node?.toJS(yaml)).toEqual(yaml.contents?.toJS(yaml));
      expect(node?.range?.slice(0, 2)).toEqual(yaml.contents?.range?.slice(0, 2));
    }),
  );
});
