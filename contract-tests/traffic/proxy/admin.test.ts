import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http";
import { expect, test } from "playwright/test";
import { SAMPLES } from "../../testing/sample-reports.ts";
import { listening } from "../../testing/servers/servers.ts";
import { answerAdmin } from "./admin.ts";

/** Returns 200, 308 or 403 if the proxy serves the request, or "forwarded". */
async function answerTo(
  path: string,
  headers: OutgoingHttpHeaders,
): Promise<number | "forwarded" | undefined> {
  const server = http.createServer((request, reply) => {
    const facts = {
      target: "staging",
      baseUrl: "http://127.0.0.1/v1",
      judgedBy: "orders-kit",
      secrets: () => [],
    };
    if (!answerAdmin(request, reply, { ...facts, soFar: () => SAMPLES.conforms }))
      reply.writeHead(299).end();
  });
  const { port, close } = await listening(server);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const request = http.get(
      { port, host: "127.0.0.1", path, headers, agent: false },
      (response) => {
        resolve(response.statusCode);
        request.destroy();
      },
    );
    request.on("error", reject);
  });
  close();
  return status === 299 ? "forwarded" : status;
}

const own: IncomingHttpHeaders = { host: "127.0.0.1:4020" };
const framed = {
  ...own,
  "sec-fetch-site": "cross-site",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "iframe",
};

test("the page and its findings are for this machine and for their own origin", async () => {
  for (const [path, status] of [
    ["/__admin", 308],
    ["/__admin/", 200],
  ] as const) {
    expect(await answerTo(path, own), path).toBe(status);
    for (const headers of [
      { host: "evil.example:4020" },
      { ...own, origin: "http://evil.example" },
      { ...own, origin: "http://127.0.0.1:5173" },
      { ...own, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
      { ...own, "sec-fetch-site": "Cross-Site" },
      framed,
    ])
      expect(await answerTo(path, headers), `${path} ${JSON.stringify(headers)}`).toBe(403);
  }
});

test("a link on another site opens the page", async () => {
  const link = { ...framed, "sec-fetch-dest": "document" };
  expect(await answerTo("/__admin/", link)).toBe(200);
});

test("traffic of an app is forwarded from any origin, but not under another host name", async () => {
  const path = "/v1/store/orders";
  for (const headers of [own, { host: "localhost" }, { ...own, origin: "https://app.example" }])
    expect(await answerTo(path, headers), JSON.stringify(headers)).toBe("forwarded");
  expect(await answerTo(path, { host: "evil.example" })).toBe(403);
});
