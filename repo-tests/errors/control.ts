/** What clients of the control read: of the mock, and of the proxy. */
import http from "node:http";
import { answerAdmin } from "../../contract-tests/proxy/admin.ts";
import { SAMPLES } from "../../contract-tests/testing/sample-reports.ts";
import { listening } from "../../contract-tests/testing/servers.ts";
import { problem } from "../../mock/control/problem.ts";
import { ROUTES } from "../../mock/control/routes.ts";
import { checkCaller } from "../../mock/control/serve.ts";
import { type MockOptions, startMock } from "../../mock/http/server.ts";
import { sharedAccess } from "../../mock/replicas/replica-control.ts";
import { sharedWorlds } from "../../mock/replicas/shared-worlds.ts";
import { StoreUnavailable } from "../../mock/replicas/store-client.ts";
import type { WorldStore } from "../../mock/replicas/world-store.ts";
import { createService } from "../../mock/service/service.ts";
import type { UserError } from "../../spec/errors/user-error.ts";
import { parseJson } from "../../spec/json/json.ts";
import type { ErrorCase, Shown } from "./user.ts";

/**
 * The answer to a line of the golden file: a method and a path below the address, headers, perhaps a body. Not by fetch, which sets Host
 * and Origin itself.
 */
function answer(line: string, url: string, largeBody?: string): Promise<Shown> {
  const [call = "", ...rest] = line.split(", ");
  const [method = "", path = ""] = call.split(" ");
  const headers = Object.fromEntries(
    rest.filter((part) => /^[a-z-]+: /.test(part)).map((part) => part.split(": ")),
  );
  const body = largeBody ?? rest.find((part) => part.startsWith("{")) ?? "";
  return new Promise((resolve, reject) => {
    const sent = http.request(
      url + path,
      { method, headers: { ...headers, "content-length": body.length } },
      async (response) => {
        let text = "";
        for await (const chunk of response) text += chunk;
        const {
          code,
          detail,
          message = detail,
        } = parseJson(text) as Readonly<Record<string, string>>;
        const told = `${message ?? "no error"}`.replace(/$|\n/, (end) => ` [${code}]${end}`);
        resolve({ ended: `status ${response.statusCode}`, text: `${told}\n` });
      },
    );
    sent.on("error", reject).end(body);
  });
}

/** The options of a mock, and a body that is too long for a title. */
type Given = MockOptions & { readonly largeBody?: string };

/** The last answer of a mock to the lines of a title, which are separated by `then`. */
export async function askMock(
  title: string,
  { largeBody, ...options }: Given = {},
): Promise<Shown> {
  const { adminUrl, close } = await startMock({ ...options, port: 0 });
  try {
    let shown: Shown = { text: "" };
    for (const line of title.split(", then ")) shown = await answer(line, adminUrl, largeBody);
    return shown;
  } finally {
    await close();
  }
}

const asking = (title: string, given: Given): ErrorCase => [title, () => askMock(title, given)];

/** Called directly: a test machine may have no store. */
async function withoutStore(): Promise<unknown> {
  const service = await createService();
  const store = { save: () => Promise.reject(new StoreUnavailable()) } as unknown as WorldStore;
  const worlds = sharedWorlds(service, store, () => {});
  const control = sharedAccess(service, worlds, store);
  const health = ROUTES.find(({ path }) => path === "health")!;
  return control.run(health, {
    service,
    world: service.main,
    query: new URLSearchParams(),
    parameter: "",
    body: "",
  });
}

const directly = (act: () => Promise<unknown>) => (): Promise<Shown> =>
  act().then(
    () => ({ text: "no error\n" }),
    (error: UserError) => ({
      ended: `status ${problem(error).status}`,
      text: `${error.display}\n`,
    }),
  );

/** What is more than a line of the golden file. */
export const CONTROL: readonly ErrorCase[] = [
  // A test machine may have no address but loopback.
  [
    "GET /state from 192.168.1.4",
    directly(async () => checkCaller("192.168.1.4", { host: "192.168.1.9:4010" }, undefined)),
  ],
  asking("GET /state", { adminKey: "s3cret-admin" }),
  asking("PUT /faults, content-type: application/json, 17000000 bytes", {
    largeBody: " ".repeat(17_000_000),
  }),
  asking("GET /state?world=a", { worlds: 0 }),
  asking("GET /scenario", { orders: 60_000 }),
  ["GET /health of a mock whose store does not answer", directly(withoutStore)],
];

const SOURCE = {
  target: "staging",
  baseUrl: "http://127.0.0.1/v1",
  judgedBy: "orders-kit",
  secrets: () => [],
  soFar: () => SAMPLES.conforms,
};
const ofProxy = (line: string): ErrorCase => [
  line,
  async () => {
    const { port, close } = await listening(
      http.createServer((call, reply) => void answerAdmin(call, reply, SOURCE)),
    );
    return answer(line, `http://127.0.0.1:${port}`).finally(close);
  },
];

export const PROXY: readonly ErrorCase[] = [
  ofProxy("GET /v1/store/orders, host: evil.example:4020"),
  ofProxy("GET /__admin/, host: 127.0.0.1:4020, origin: https://evil.example"),
];
