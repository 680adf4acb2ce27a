import { expect } from "playwright/test";
import { parseJson } from "../spec/json.ts";
import { type Msw, test } from "./msw-versions.ts";

const BASE_URL = "http://orders.test/v1";
const KEY = { authorization: "Bearer demo-key" };

interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

async function read(response: Response): Promise<Answer> {
  return { status: response.status, headers: [...response.headers].sort(), body: await response.text() };
}

/** Every operation and status, ids that only exact digits tell apart, and what the contract does not show. */
const CALLS: readonly (readonly [method: string, path: string, headers?: Record<string, string>])[] = [
  ["GET", "/store/orders"],
  ["GET", "/store/orders", {}],
  ["GET", "/store/orders", { authorization: "Basic x" }],
  ["GET", "/store/orders?limit=1"],
  ["HEAD", "/store/orders"],
  ["DELETE", "/store/orders/2"],
  ["DELETE", "/store/orders/2"],
  ["DELETE", "/store/orders/3"],
  ["DELETE", "/store/orders/9007199254740993"],
  ["DELETE", "/store/orders/9223372036854775808"],
  ["DELETE", "/store/orders/abc"],
  ["DELETE", "/store/orders/%E0%A4%A"],
  ["DELETE", "/store/orders/2/"],
  ["GET", "/Store/Orders"],
  ["GET", "/pets/17"],
  ["POST", "/store/orders"],
  ["OPTIONS", "/store/orders", { origin: "http://app.test", "access-control-request-method": "GET" }],
  ["GET", "/store/orders", { ...KEY, origin: "http://app.test" }],
];

async function walk(send: (request: Request) => Promise<Response>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const [method, path, headers = KEY] of CALLS)
    answers.push(await read(await send(new Request(`${BASE_URL}${path}`, { method, headers }))));
  return answers;
}

const handled =
  ({ getResponse, createHandlers }: Msw, handlers = createHandlers({ baseUrl: BASE_URL })) =>
  async (request: Request): Promise<Response> =>
    (await getResponse(handlers, request))!;

/** Runs with the process's own fetch intercepted. */
async function intercepted<T>(
  { setupServer, createHandlers }: Msw,
  use: (server: ReturnType<Msw["setupServer"]>) => Promise<T>,
): Promise<T> {
  const server = setupServer(...createHandlers({ baseUrl: BASE_URL }));
  server.listen({ onUnhandledRequest: "error" });
  try {
    return await use(server);
  } finally {
    server.close();
  }
}

test("msw 2 and msw 3 give the same answers, byte for byte, asked directly and through fetch", async ({ loadMsw }) => {
  const [msw2, msw3] = [await loadMsw("msw"), await loadMsw("msw3")];
  const answers = await walk(handled(msw2));
  expect(answers.map(({ status }) => status)).toEqual([
    ...[200, 401, 401, 200, 200, 204, 404, 409, 204, 404, 404, 404, 404, 404, 200, 405, 204, 200],
  ]);
  expect(await walk(handled(msw3))).toEqual(answers);
  expect(await intercepted(msw2, () => walk(fetch))).toEqual(answers);
  expect(await intercepted(msw3, () => walk(fetch))).toEqual(answers);
});

for (const version of ["msw", "msw3"] as const) {
  test(`${version}: use() overrides an answer until the handlers are reset`, async ({ loadMsw }) => {
    const msw = await loadMsw(version);
    await intercepted(msw, async (server) => {
      const list = async (): Promise<number> => (await fetch(`${BASE_URL}/store/orders`, { headers: KEY })).status;
      server.use(msw.http.get(`${BASE_URL}/store/orders`, () => new msw.HttpResponse(null, { status: 503 })));
      expect(await list()).toBe(503);
      server.resetHandlers();
      expect(await list()).toBe(200);
    });
  });

  test(`${version}: handlers of one test know nothing of another's`, async ({ loadMsw }) => {
    const msw = await loadMsw(version);
    const [one, other] = [handled(msw), handled(msw)];
    const cancel = () => new Request(`${BASE_URL}/store/orders/2`, { method: "DELETE", headers: KEY });
    expect((await one(cancel())).status).toBe(204);
    expect((await one(cancel())).status).toBe(404);
    expect((await other(cancel())).status).toBe(204);
  });
}

test("the ready-made server answers where `orders-kit mock` would serve", async () => {
  const { server } = await import("./node.ts");
  server.listen({ onUnhandledRequest: "error" });
  try {
    const response = await fetch("http://127.0.0.1:4010/v1/store/orders", { headers: KEY });
    expect(parseJson(await response.text())).toHaveLength(50);
  } finally {
    server.close();
  }
});
