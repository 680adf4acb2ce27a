import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "playwright/test";
import { SAMPLES } from "../../testing/sample-reports.ts";
import { answerAdmin } from "./admin.ts";

/** Returns 200, 308 or 403 if the proxy serves the request, or "forwarded". */
function answerTo(url: string, headers: IncomingHttpHeaders): number | "forwarded" | undefined {
  let answered: number | undefined;
  const reply = {
    writeHead(status: number) {
      answered = status;
      return this;
    },
    end: () => {},
  };
  const isOwn = answerAdmin(
    { method: "GET", url, headers } as IncomingMessage,
    reply as unknown as ServerResponse,
    {
      target: "staging",
      baseUrl: "http://127.0.0.1/v1",
      judgedBy: "orders-kit",
      secrets: () => [],
      soFar: () => SAMPLES.conforms,
    },
  );
  return isOwn ? answered : "forwarded";
}

const own: IncomingHttpHeaders = { host: "127.0.0.1:4020" };
const framed = {
  ...own,
  "sec-fetch-site": "cross-site",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "iframe",
};

test("the page and its findings are for this machine and for their own origin, or opened by a link", () => {
  const link = { ...framed, "sec-fetch-dest": "document" };
  expect(answerTo("/__admin/", link)).toBe(200);

  for (const [path, status] of [
    ["/__admin", 308],
    ["/__admin/", 200],
  ] as const) {
    expect(answerTo(path, own), path).toBe(status);
    for (const headers of [
      { host: "evil.example:4020" },
      { ...own, origin: "http://evil.example" },
      { ...own, origin: "http://127.0.0.1:5173" },
      { ...own, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
      { ...own, "sec-fetch-site": "Cross-Site" },
      framed,
    ])
      expect(answerTo(path, headers), `${path} ${JSON.stringify(headers)}`).toBe(403);
  }
});

test("traffic of an app is forwarded from any origin, but not under another host name", () => {
  const path = "/v1/store/orders";
  for (const headers of [own, { host: "localhost" }, { ...own, origin: "https://app.example" }])
    expect(answerTo(path, headers), JSON.stringify(headers)).toBe("forwarded");
  expect(answerTo(path, { host: "evil.example" })).toBe(403);
});
