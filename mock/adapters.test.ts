/** Every adapter answers what respond answers, to any sequence of calls. */
import { Agent, request } from "node:http";
import fc from "fast-check";
import { getResponse } from "msw";
import { expect, test } from "playwright/test";
import { createHandlers } from "./handlers.ts";
import { type Call, respond } from "./respond.ts";
import { concat } from "./seed.ts";
import { startMock } from "./server.ts";
import { createService } from "./service.ts";

/** A call as every adapter can be given it: what fetch cannot send is tried on the server alone (server.test.ts). */
interface AnyCall {
  readonly method: "GET" | "HEAD" | "DELETE" | "OPTIONS" | "POST" | "PUT" | "PATCH";
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
}

const ids = fc.oneof(
  fc.integer({ min: 1, max: 130 }).map(String),
  fc.constantFrom(
    "9007199254740992",
    "9007199254740993",
    "9223372036854775806",
    "9223372036854775808",
    "abc",
    "1.5",
    "%35",
  ),
);
const calls: fc.Arbitrary<AnyCall> = fc.record({
  method: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("GET" as const, "DELETE" as const) },
    { weight: 1, arbitrary: fc.constantFrom("HEAD" as const, "OPTIONS" as const, "POST" as const, "PUT" as const) },
  ),
  path: fc.oneof(
    { weight: 3, arbitrary: fc.constant("/store/orders") },
    { weight: 5, arbitrary: ids.map((id) => `/store/orders/${id}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", "/", "/pets/17", "/pets/x", "/store/orders/", "/Store/orders", "/x%zz"),
    },
  ),
  query: fc.constantFrom("", "", "?limit=1", "?a=/b?c"),
  headers: fc
    .record(
      {
        authorization: fc.constantFrom(
          "Bearer demo-key",
          "Bearer demo-key",
          "bearer demo-key",
          "Bearer demo",
          "Basic eDp5",
        ),
        origin: fc.constantFrom("http://localhost:5173", "https://app.example"),
        "access-control-request-method": fc.constantFrom("DELETE", "GET"),
        "access-control-request-headers": fc.constant("authorization"),
      },
      { requiredKeys: [] },
    )
    .chain((headers) => fc.constantFrom(headers, { ...headers, authorization: "Bearer demo-key" })),
});

interface Answer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

const expected = ({ method, path, query, headers }: AnyCall): Call => ({
  method,
  path,
  query: query === "" ? undefined : query.slice(1),
  authorization: headers.authorization,
  origin: headers.origin,
  preflight:
    headers["access-control-request-method"] === undefined
      ? undefined
      : {
          method: headers["access-control-request-method"],
          headers: headers["access-control-request-headers"] ?? "",
          privateNetwork: false,
        },
  body: "none",
});

/** Sorted "name: value" lines, names in lower case, without those that only a connection has. */
function fields(headers: readonly (readonly [string, string])[]): string[] {
  return headers
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
    .filter((line) => !/^(date|connection|keep-alive|transfer-encoding):/.test(line))
    .sort();
}
const pairs = (flat: readonly string[]): [string, string][] =>
  flat.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, flat[at + 1]!]] : []));

async function direct(): Promise<(call: AnyCall) => Answer> {
  const service = await createService();
  return (call) => {
    const { status, headers, body } = respond(service, expected(call));
    return { status, headers: fields(pairs(headers)), body: Buffer.from(concat(body)).toString("latin1") };
  };
}

test("the HTTP server answers what respond answers", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(calls, { minLength: 10, maxLength: 40 }), async (sequence) => {
      const [answer, mock, agent] = [await direct(), await startMock({ port: 0 }), new Agent({ keepAlive: true })];
      try {
        for (const call of sequence) {
          const seen = await new Promise<Answer>((resolve, reject) => {
            const { method, path, query, headers } = call;
            const sent = request(
              { agent, port: mock.port, host: "127.0.0.1", method, path: `/v1${path}${query}`, headers },
              (response) => {
                const chunks: Buffer[] = [];
                response.on("data", (chunk) => chunks.push(chunk));
                response.on("end", () =>
                  resolve({
                    status: response.statusCode!,
                    headers: fields(pairs(response.rawHeaders)),
                    body: Buffer.concat(chunks).toString("latin1"),
                  }),
                );
              },
            );
            sent.on("error", reject).end();
          });
          expect(seen).toEqual(answer(call));
        }
      } finally {
        agent.destroy();
        await mock.close();
      }
    }),
    { numRuns: 40 },
  );
});

test("the msw handlers answer what respond answers", async () => {
  const baseUrl = "http://orders.test/v1";
  await fc.assert(
    fc.asyncProperty(fc.array(calls, { minLength: 10, maxLength: 40 }), async (sequence) => {
      const [answer, handlers] = [await direct(), createHandlers({ baseUrl })];
      for (const call of sequence) {
        const headers = new Headers(call.headers);
        const response = await getResponse(
          handlers,
          new Request(`${baseUrl}${call.path}${call.query}`, { method: call.method, headers }),
        );
        const seen = {
          status: response!.status,
          headers: fields([...response!.headers]),
          body: Buffer.from(await response!.arrayBuffer()).toString("latin1"),
        };
        expect(seen).toEqual(answer(call));
      }
    }),
    { numRuns: 40 },
  );
});
