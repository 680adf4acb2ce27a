/**
 * The bytes on a connection are exactly those of respond, however requests are split and responses
 * are read.
 */
import { STATUS_CODES } from "node:http";
import fc from "fast-check";
import { expect, test } from "playwright/test";
import { runs } from "../../spec/testing/runs.ts";
import { readCall } from "../replies/call-and-reply.ts";
import { respond } from "../service/respond.ts";
import { createService, type Service } from "../service/service.ts";
import { openConnection } from "../testing/raw-http.ts";
import { withMock } from "../testing/with-mock.ts";

// Another attempt would hide a counterexample.
test.describe.configure({ retries: 0 });

interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body: string;
}

const request = ({ method, path, token, body }: RequestLine, connection: string): string =>
  `${method} /v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${connection}Content-Length: ${body.length}\r\n\r\n${body}`;

/** The expected bytes of the response, without the date. */
function expected(
  service: Service,
  { method, path, token, body }: RequestLine,
  connection: string,
): string {
  const headers = ["authorization", `Bearer ${token}`, "content-length", String(body.length)];
  const reply = respond(service, readCall(method, path, undefined, headers));
  let text = `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}\r\n`;
  for (let at = 0; at < reply.headers.length; at += 2)
    text += `${reply.headers[at]}: ${reply.headers[at + 1]}\r\n`;
  const content = Buffer.from(reply.body).toString("latin1");
  return `${text}Date: now\r\nConnection: ${connection}\r\n\r\n${content}`;
}
const KEEP_ALIVE = "keep-alive\r\nKeep-Alive: timeout=65";

const lines: fc.Arbitrary<RequestLine> = fc.record({
  method: fc.constantFrom("GET", "DELETE", "DELETE", "HEAD", "OPTIONS", "PUT"),
  path: fc.oneof(
    fc.constantFrom("/store/orders", "/pets/5", "/store/orders/9223372036854775806", "/x%zz"),
    fc.integer({ min: 1, max: 900 }).map((id) => `/store/orders/${id}`),
  ),
  token: fc.constantFrom("demo-key", "demo-key", "demo-key", "other"),
  body: fc.constantFrom("", "", "", "{}"),
});

test("requests that are split anywhere are answered in order with the bytes of respond", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 50, 400, 3000),
      fc.array(lines, { minLength: 1, maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 10 }),
      async (orders, sequence, cuts) => {
        const service = await createService({ orders });
        await withMock({ orders }, async ({ port }) => {
          const isLast = (at: number): boolean => at === sequence.length - 1;
          const bytes = sequence
            .map((line, at) => request(line, isLast(at) ? "Connection: close\r\n" : ""))
            .join("");
          const { socket, closed } = openConnection(port, "");
          for (let at = 0, cut = 0; at < bytes.length; at += cuts[cut++ % cuts.length]!) {
            socket.write(bytes.slice(at, at + cuts[cut % cuts.length]!));
            await new Promise(setImmediate);
          }
          const answers = sequence.map((line, at) =>
            expected(service, line, isLast(at) ? "close" : KEEP_ALIVE),
          );
          const received = (await closed).replace(/^Date: .{29}\r$/gm, "Date: now\r");
          expect(received).toBe(answers.join(""));
        });
      },
    ),
    { numRuns: runs(15) },
  );
});
