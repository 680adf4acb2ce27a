/** Configuration of the other tools: the same list and, as far as possible, the same check of the bearer token. */
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes prism.json, mockoon.json, and for json-server db.json, routes.json and auth.cjs, from the files `list` and `error` in the folder. */
export function writePeerFiles(folder: string): void {
  const [list, error] = ["list", "error"].map((name) => readFileSync(join(folder, name), "utf8")) as [string, string];
  const files = {
    "prism.json": JSON.stringify(openapi(JSON.parse(list))),
    "mockoon.json": JSON.stringify(mockoon(list, error)),
    "db.json": `{"orders":${list}}`,
    "routes.json": '{"/v1/store/*":"/$1"}',
    "auth.cjs":
      'module.exports = (q, r, next) => q.headers.authorization === "Bearer demo-key" ? next() : r.status(401).json({ status: 401 });',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

function openapi(example: unknown) {
  const error = { description: "refused", content: { "application/json": { schema: { type: "object" } } } };
  const id = { name: "orderId", in: "path", required: true, schema: { type: "integer", format: "int64" } };
  const listed = { description: "all", content: { "application/json": { schema: { type: "array" }, example } } };
  return {
    openapi: "3.1.0",
    info: { title: "orders", version: "1.0.0" },
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
    security: [{ key: [] }],
    paths: {
      "/v1/store/orders": { get: { responses: { 200: listed, 401: error } } },
      "/v1/store/orders/{orderId}": {
        delete: { parameters: [id], responses: { 204: { description: "cancelled" }, 404: error, 401: error } },
      },
    },
  };
}

function mockoon(list: string, error: string) {
  const answer = (body: string, statusCode: number, rules: object[]) => ({
    ...{ uuid: randomUUID(), body, statusCode, rules, rulesOperator: "AND", default: rules.length === 0 },
    ...{ latency: 0, label: "", bodyType: "INLINE", filePath: "", databucketID: "", sendFileAsBody: false },
    ...{ disableTemplating: true, fallbackTo404: false, crudKey: "id", callbacks: [] },
    headers: [{ key: "Content-Type", value: "application/json" }],
  });
  const good = {
    target: "header",
    modifier: "Authorization",
    value: "Bearer demo-key",
    invert: false,
    operator: "equals",
  };
  const route = (method: string, endpoint: string, body: string, status: number) => ({
    ...{ uuid: randomUUID(), type: "http", documentation: "", method, endpoint, responseMode: null },
    ...{ streamingMode: null, streamingInterval: 0 },
    responses: [answer(body, status, [good]), answer('{"status":401}', 401, [])],
  });
  const routes = [route("get", "store/orders", list, 200), route("delete", "store/orders/:id", error, 404)];
  return {
    ...{ uuid: randomUUID(), lastMigration: 33, name: "orders", port: 0, hostname: "127.0.0.1", endpointPrefix: "v1" },
    ...{ latency: 0, folders: [], cors: false, headers: [], data: [], callbacks: [], routes },
    ...{ proxyMode: false, proxyHost: "", proxyRemovePrefix: false, proxyReqHeaders: [], proxyResHeaders: [] },
    rootChildren: routes.map(({ uuid }) => ({ type: "route", uuid })),
    tlsOptions: { enabled: false, type: "CERT", pfxPath: "", certPath: "", keyPath: "", caPath: "", passphrase: "" },
  };
}
