import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import SCENARIO_SCHEMA from "../../../scenarios/schema.json" with { type: "json" };
import { withMock } from "../../testing/with-mock.ts";
import { ROUTES } from "./routes.ts";

type Described = Record<string, { responses: Record<string, { content?: object; $ref?: string }> }>;
const document = parse(readFileSync(new URL("openapi.yaml", import.meta.url), "utf8")) as {
  paths: Record<string, Described>;
};
const METHODS = ["get", "post", "put", "patch", "delete"];
/** A stream, which serve.ts handles outside the table. */
const EVENTS = "GET /events";

const ajv = new Ajv2020({ strict: false });
(addFormats as unknown as (target: Ajv2020) => void)(ajv);
ajv.addSchema({ ...SCENARIO_SCHEMA, $id: "http://mock.test/scenario.schema.json" });
ajv.addSchema({ ...document, $id: "http://mock.test/openapi.yaml" });

/** Returns the document's validator for a response. */
function described(method: string, path: string, status: number) {
  const responses = document.paths[path]![method]!.responses;
  const key = String(status) in responses ? String(status) : "default";
  const steps = ["paths", path.replaceAll("/", "~1"), method, "responses", key];
  const pointer = responses[key]!.$ref ?? `#/${steps.join("/")}`;
  const type = key === "default" ? "application~1problem+json" : "application~1json";
  const schema = `${pointer}/content/${type}/schema`.replaceAll("{", "%7B").replaceAll("}", "%7D");
  return ajv.compile({ $ref: `http://mock.test/openapi.yaml${schema}` });
}

test("the document and the route table have the same operations", () => {
  const written = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = Object.keys(ROUTES).map((line) => line.replace(" ", " /"));
  expect(written.toSorted()).toEqual([...served, EVENTS].toSorted());
});

test("no text is cut at a comma, which would make the rest of it a key", () => {
  const keys: string[] = [];
  JSON.stringify(document, (key, value) => {
    keys.push(key);
    return value;
  });
  expect(keys).toContain("description");
  expect(keys.filter((key) => /[ .]/.test(key) && !/^[/#]|\//.test(key))).toEqual([]);
});

test("the document is served, and every response matches it", async () => {
  await withMock({}, async (mock) => {
    const response = await fetch(`${mock.adminUrl}/openapi.yaml`);
    expect(response.headers.get("content-type")).toBe("application/yaml");
    expect(parse(await response.text())).toEqual(document);
    expect(await (await fetch(`${mock.adminUrl}/scenario.schema.json`)).json()).toEqual(
      SCENARIO_SCHEMA,
    );
    await fetch(`${mock.baseUrl}/store/orders?limit=1`);
    const calls = [
      ["GET /health", undefined, 200],
      ["PUT /faults", '[{"on":["getPet"],"status":503,"retryAfter":1},{"delay":[1,2]}]', 200],
      ["GET /state", undefined, 200],
      ["POST /reset", '{"seed":1}', 200],
      ["POST /reset", '{"sed":3}', 400],
      ["GET /orders", undefined, 200],
      ["PUT /orders/{id}", '{"petId":9007199254740993,"state":"shipped"}', 200],
      ["POST /reset", '{"scenario":"mine","text":"orders: { count: 3 }"}', 200],
      ["GET /orders/{id}", undefined, 200],
      ["POST /orders/{id}/ship", undefined, 200],
      ["POST /orders/{id}/cancel", undefined, 409],
      ["GET /faults", undefined, 200],
      ["POST /faults", '[{"status":500},{"delay":1}]', 200],
      ["DELETE /faults/{id}", undefined, 200],
      ["POST /marks", undefined, 200],
      ["PUT /marks", "{}", 400],
      ["PATCH /scenario", '{"answers":{"head":"refused"},"key":{"expiresAfter":9}}', 200],
      ["POST /clock", '{"seconds":3.5}', 200],
      ["DELETE /faults", undefined, 200],
      ["GET /requests", undefined, 200],
      ["GET /requests/{id}", undefined, 404],
      ["GET /worlds", undefined, 200],
      ["GET /scenarios", undefined, 200],
    ] as const;
    const tried = calls.map(([call]) => call.replace(" /", " "));
    // These answer with text, or with nothing.
    const others = ["GET scenario", "DELETE worlds", "DELETE orders/{id}"];
    expect(new Set([...tried, ...others])).toEqual(new Set(Object.keys(ROUTES)));
    for (const [call, body, status] of calls) {
      const [method, target] = call.split(" ") as [string, string];
      const answer = await fetch(mock.adminUrl + target.replace("{id}", "2"), {
        method,
        ...(body !== undefined && { body, headers: { "content-type": "application/json" } }),
      });
      expect(answer.status, call).toBe(status);
      const type = status < 400 ? "application/json" : "application/problem+json";
      expect(answer.headers.get("content-type"), call).toBe(type);
      const validate = described(method.toLowerCase(), target.replace(/\?.*/, ""), status);
      expect(validate(await answer.json()), `${call}: ${JSON.stringify(validate.errors)}`).toBe(
        true,
      );
    }
  });
});
