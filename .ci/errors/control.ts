import { request } from "node:http";
import { guardPlace } from "../../mock/control/guard.ts";
import { Problem } from "../../mock/control/problem.ts";
import { type MockOptions, startMock } from "../../mock/server.ts";
import { parseJson } from "../../spec/json.ts";
import type { Provocation, Told } from "./provocation.ts";

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly mock?: MockOptions;
  /** A call that goes well. */
  readonly before?: string;
}

const JSON_BODY = { "content-type": "application/json" };

function asked(code: string, line: string, { headers = {}, body, mock = {}, before }: Asked = {}): Provocation {
  const shown = Object.entries(headers).map(([name, value]) => `, ${name}: ${value}`);
  const by = `${before === undefined ? "" : `${before}, then `}${line}${shown.join("")}${body === undefined ? "" : `, ${body.length > 60 ? `${body.length} bytes` : body}`}`;
  return {
    code,
    by,
    cause: async () => {
      const { adminUrl, close } = await startMock({ ...mock, port: 0 });
      try {
        const told = (called: string): Promise<Told> => {
          const [method = "", path = ""] = called.split(" ");
          return answer(method, adminUrl + path, headers, body);
        };
        if (before !== undefined) await told(before);
        return await told(line);
      } finally {
        await close();
      }
    },
  };
}

/** Not fetch: that has its own ideas of Host and Origin. */
function answer(method: string, url: string, headers: Asked["headers"], body = ""): Promise<Told> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...headers, "content-length": body.length } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => {
        const { code, detail } = parseJson(text) as { code?: string; detail?: string };
        resolve({
          ended: `status ${response.statusCode}`,
          text: `${(detail ?? "it is done").replace(/$|\n/, (end) => ` [${code}]${end}`)}\n`,
        });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** This machine has no other address for sure. */
const fromElsewhere: Provocation = {
  code: "not-loopback",
  by: "GET /state from 192.168.1.4",
  cause: async () => {
    try {
      const nothing = { origin: undefined, site: undefined, authorization: undefined };
      guardPlace({ address: "192.168.1.4", host: "192.168.1.9:4010", ...nothing }, undefined);
    } catch (error) {
      if (error instanceof Problem)
        return { ended: `status ${error.status}`, text: `${error.message} [${error.code}]\n` };
    }
    return { text: "nothing went wrong\n" };
  },
};

export const CONTROL: readonly Provocation[] = [
  fromElsewhere,
  asked("foreign-host", "GET /state", { headers: { host: "shop.example" } }),
  asked("foreign-origin", "POST /reset", { headers: { origin: "https://shop.example" } }),
  asked("admin-key", "GET /state", { mock: { adminKey: "s3cret-admin" } }),
  asked("not-found", "GET /orders"),
  asked("method", "PUT /reset"),
  asked("content-type", "POST /reset", { body: '{"seed":1}' }),
  asked("too-large", "PUT /faults", { headers: JSON_BODY, body: " ".repeat(300_000) }),
  asked("bad-world", "GET /state?world=a/b"),
  asked("bad-world", "GET /state?world=a", { mock: { worlds: 0 } }),
  asked("main-world", "DELETE /worlds"),
  asked("bad-id", "POST /orders/first/ship"),
  asked("unknown-order", "POST /orders/999999/ship"),
  asked("order-shipped", "POST /orders/3/cancel"),
  asked("order-cancelled", "POST /orders/2/ship", { before: "POST /orders/2/cancel" }),
  asked("bad-query", "GET /state?limit=all"),
  asked("bad-query", "GET /state?state=lost"),
  asked("bad-file", "POST /reset", { headers: JSON_BODY, body: '{"seeds":1}' }),
  asked("bad-file", "PUT /faults", { headers: JSON_BODY, body: "{" }),
  asked("unknown-scenario", "POST /reset", { headers: JSON_BODY, body: '{"scenario":"emtpy"}' }),
];
