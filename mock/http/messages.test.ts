/**
 * The bytes on a connection are exactly those of respond, however requests are split and responses
 * are read.
 */
import { STATUS_CODES } from "node:http";
import { connect, type Socket } from "node:net";
import fc from "fast-check";
import { expect, test } from "playwright/test";
import { runs } from "../../spec/testing/runs.ts";
import { readCall } from "../replies/call-and-reply.ts";
import { respond } from "../service/respond.ts";
import { createService, type Service } from "../service/service.ts";
import { withMock } from "../testing/with-mock.ts";

interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  /** Empty for no body. */
  readonly body: string;
}

const request = ({ method, path, token, body }: RequestLine, connection = ""): string =>
  `${method} /v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${connection}${
    body === "" ? "" : `Content-Length: ${body.length}\r\n`
  }\r\n${body}`;

/** The expected bytes of the response, without the date. */
function expected(
  service: Service,
  { method, path, token, body }: RequestLine,
  connection: string,
): string {
  const length = body === "" ? [] : ["content-length", String(body.length)];
  const call = readCall(method, path, undefined, ["authorization", `Bearer ${token}`, ...length]);
  const reply = respond(service, call);
  let text = `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}\r\n`;
  for (let at = 0; at < reply.headers.length; at += 2)
    text += `${reply.headers[at]}: ${reply.headers[at + 1]}\r\n`;
  const content = Buffer.from(reply.body).toString("latin1");
  return `${text}Date: now\r\nConnection: ${connection}\r\n\r\n${content}`;
}
const withoutDate = (received: string): string =>
  received.replace(/^Date: .{29}\r$/gm, "Date: now\r");
const KEEP_ALIVE = "keep-alive\r\nKeep-Alive: timeout=65";

async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("latin1");
}

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
          const last = sequence.length - 1;
          const bytes = sequence
            .map((line, at) => request(line, at === last ? "Connection: close\r\n" : ""))
            .join("");
          const socket = connect(port, "127.0.0.1");
          const received = readAll(socket);
          for (let at = 0, cut = 0; at < bytes.length; cut++) {
            const end = at + cuts[cut % cuts.length]!;
            socket.write(bytes.slice(at, end));
            await new Promise(setImmediate);
            at = end;
          }
          const answers = sequence.map((line, at) =>
            expected(service, line, at === last ? "close" : KEEP_ALIVE),
          );
          expect(withoutDate(await received)).toBe(answers.join(""));
        });
      },
    ),
    { numRuns: runs(60) },
  );
});
