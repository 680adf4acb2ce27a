import http from "node:http";
import { checkCaller } from "../../mock/control/guard.ts";
import { Problem } from "../../mock/control/problem.ts";
import { ROUTES } from "../../mock/control/routes.ts";
import { type MockOptions, startMock } from "../../mock/http/server.ts";
import { ReplicaControl } from "../../mock/replicas/replica-control.ts";
import { SharedWorlds } from "../../mock/replicas/shared-worlds.ts";
import { StoreUnavailable } from "../../mock/replicas/store-connection.ts";
import type { WorldStore } from "../../mock/replicas/world-store.ts";
import { createService } from "../../mock/service/service.ts";
import { parseJson } from "../../spec/json/json.ts";
import type { ErrorCase, Shown } from "./error-case.ts";

interface Given {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly mock?: MockOptions;
  /** A call that succeeds. */
  readonly before?: string;
}

const JSON_BODY = { "content-type": "application/json" };

/** `line` is a method and a path below /__admin. */
function request(code: string, line: string, { headers = {}, body, mock = {}, before }: Given = {}): ErrorCase {
  const title = [
    before === undefined ? line : `${before}, then ${line}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [body.length > 60 ? `${body.length} bytes` : body]),
  ].join(", ");
  const run = async (): Promise<Shown> => {
    const { adminUrl, close } = await startMock({ ...mock, port: 0 });
    const sent = (call: string): Promise<Shown> => {
      const [method = "", path = ""] = call.split(" ");
      return answer(method, adminUrl + path, headers, body);
    };
    try {
      if (before !== undefined) await sent(before);
      return await sent(line);
    } finally {
      await close();
    }
  };
  return { code, title, run };
}

/** Not by fetch, which sets Host and Origin itself. */
function answer(method: string, url: string, headers: Given["headers"], body = ""): Promise<Shown> {
  return new Promise((resolve, reject) => {
    const sent = http.request(url, { method, headers: { ...headers, "content-length": body.length } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => {
        const { code, detail } = parseJson(text) as { code?: string; detail?: string };
        resolve({
          ended: `status ${response.statusCode}`,
          text: `${(detail ?? "no error").replace(/$|\n/, (end) => ` [${code}]${end}`)}\n`,
        });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Called directly: a test machine may have no address but loopback. */
const fromElsewhere: ErrorCase = {
  code: "not-loopback",
  title: "GET /state from 192.168.1.4",
  run: async () => {
    try {
      const nothing = { origin: undefined, site: undefined, authorization: undefined };
      checkCaller({ address: "192.168.1.4", host: "192.168.1.9:4010", ...nothing }, undefined);
    } catch (error) {
      if (error instanceof Problem)
        return { ended: `status ${error.status}`, text: `${error.message} [${error.code}]\n` };
    }
    return { text: "no error\n" };
  },
};

/** Called directly: a test machine may have no store. */
const withoutStore: ErrorCase = {
  code: "store-unavailable",
  title: "GET /health of a mock whose store does not answer",
  run: async () => {
    const service = await createService();
    const store = { connection: {}, round: () => Promise.reject(new StoreUnavailable()) } as unknown as WorldStore;
    const control = new ReplicaControl(service, new SharedWorlds(service, store, () => {}));
    const health = ROUTES.find(({ path }) => path === "health")!;
    const { main: world } = service;
    const call = { service, world, query: new URLSearchParams(), parameter: "", body: "" };
    return await control.run(health, call).then(
      () => ({ text: "no error\n" }),
      ({ status, message, code }: Problem) => ({ ended: `status ${status}`, text: `${message} [${code}]\n` }),
    );
  },
};

export const CONTROL: readonly ErrorCase[] = [
  fromElsewhere,
  request("foreign-host", "GET /state", { headers: { host: "shop.example" } }),
  request("foreign-origin", "POST /reset", { headers: { origin: "https://shop.example" } }),
  request("admin-key", "GET /state", { mock: { adminKey: "s3cret-admin" } }),
  request("not-found", "GET /order"),
  request("method", "PUT /reset"),
  request("content-type", "POST /reset", { body: '{"seed":1}' }),
  request("too-large", "PUT /faults", { headers: JSON_BODY, body: " ".repeat(300_000) }),
  request("bad-world", "GET /state?world=a/b"),
  request("bad-world", "GET /state?world=a", { mock: { worlds: 0 } }),
  request("main-world", "DELETE /worlds"),
  request("bad-id", "POST /orders/first/ship"),
  request("unknown-order", "POST /orders/999999/ship"),
  request("unknown-request", "GET /requests/1"),
  request("order-shipped", "POST /orders/3/cancel"),
  request("order-cancelled", "POST /orders/2/ship", { before: "POST /orders/2/cancel" }),
  withoutStore,
  request("bad-query", "GET /state?limit=all"),
  request("bad-query", "GET /state?state=lost"),
  request("bad-file", "POST /reset", { headers: JSON_BODY, body: '{"seeds":1}' }),
  request("bad-file", "PUT /faults", { headers: JSON_BODY, body: "{" }),
  request("unknown-scenario", "POST /reset", { headers: JSON_BODY, body: '{"scenario":"emtpy"}' }),
];
