import { expect, test } from "playwright/test";
import { openConnection, statusesIn } from "../../testing/raw-http.ts";
import { control } from "../../testing/replicas.ts";
import { withMock } from "../../testing/with-mock.ts";
import type { RunningMock } from "../server.ts";
import { checkCaller } from "./serve.ts";

test("without an admin key only connections of this machine are allowed, to a name of it", () => {
  const own = "127.0.0.1:4010";
  for (const [isAllowed, address, host, adminKey] of [
    [true, "127.0.0.1", own],
    [true, "::1", own],
    [true, "::ffff:127.0.0.1", own],
    [false, "192.168.1.4", own],
    [false, "::ffff:10.0.0.1", own],
    [false, undefined, own],
    [true, "192.168.1.4", own, "s3cret"],
    [true, undefined, own, "s3cret"],
    [true, "127.0.0.1", "LOCALHOST:4010"],
    [true, "127.0.0.1", "shop.localhost:4010"],
    [true, "127.0.0.1", "[::1]:4010"],
    [true, "127.0.0.1", "0.0.0.0:4010"],
    [false, "127.0.0.1", "localhost.example"],
    [false, "127.0.0.1", "127.0.0.1.example:4010"],
    [false, "127.0.0.1", "127.0.0.1@example"],
    [false, "127.0.0.1", ""],
  ] as const) {
    const check = () => checkCaller(address, { host }, adminKey);
    if (isAllowed) expect(check, `${address} ${host}`).not.toThrow();
    else expect(check, `${address} ${host}`).toThrow("admin");
  }
});

/** Sends headers that fetch forbids; resolves with the head of the answer. */
function ask(
  { port }: RunningMock,
  headers: Readonly<Record<string, string>>,
  line = "GET /__admin/state?limit=0",
): Promise<string> {
  const all = Object.entries({ host: `127.0.0.1:${port}`, ...headers, connection: "close" });
  const fields = all.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return openConnection(port, `${line} HTTP/1.1\r\n${fields}\r\n`).closed;
}
const statusOf = async (...request: Parameters<typeof ask>): Promise<number> =>
  Number(statusesIn(await ask(...request))[0]);

test("pages of other origins and foreign host names are refused", async () => {
  await withMock({}, async (mock) => {
    for (const headers of [
      { origin: "null" },
      { origin: "http://127.0.0.1:5173" },
      { host: "evil.example", origin: "http://evil.example" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ])
      expect(await statusOf(mock, headers), JSON.stringify(headers)).toBe(403);
    const origin = `http://127.0.0.1:${mock.port}`;
    expect(await statusOf(mock, { origin, "sec-fetch-site": "same-origin" })).toBe(200);
    const preflight = { origin: "http://evil.example", "access-control-request-method": "POST" };
    const refused = await ask(mock, preflight, "OPTIONS /__admin/reset");
    expect(refused).toMatch(/^HTTP\/1.1 403 /);
    expect(refused.toLowerCase()).not.toContain("access-control");
  });
});

test("a link on another site opens the panel, and a frame opens no world", async () => {
  await withMock({}, async (mock) => {
    const site = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    const link = { ...site, "sec-fetch-dest": "document" };
    const frame = { ...site, "sec-fetch-dest": "iframe" };
    for (const path of ["/__admin", "/__admin/"]) {
      expect(await statusOf(mock, link, `GET ${path}`), path).toBeLessThan(400);
      expect(await statusOf(mock, frame, `GET ${path}`), path).toBe(403);
    }
    // For browsers that do not say where a page is shown.
    expect(await ask(mock, link, "GET /__admin/")).toMatch(
      /^content-security-policy: .*frame-ancestors 'none'/im,
    );
    for (const path of ["/__admin/state?world=x", "/__admin/events?world=x"])
      for (const headers of [link, frame])
        expect(await statusOf(mock, headers, `GET ${path}`), path).toBe(403);
    expect(await control(mock, "GET worlds")).toMatchObject({ worlds: [{ name: "" }] });
  });
});

test("with an admin key the control is open to any host with that key, and to nobody else", async () => {
  await withMock({ adminKey: "s3cret" }, async (mock) => {
    const key = { authorization: "Bearer s3cret" };
    for (const [status, headers, path] of [
      [401, {}, "/__admin/events"],
      [401, { authorization: "Bearer demo-key" }, "/__admin/state"],
      [200, { ...key, origin: "http://mock.example" }, "/__admin/state"],
      [403, { ...key, origin: "http://evil.example" }, "/__admin/state"],
      [200, {}, "/__admin/health"],
    ] as const) {
      const all = { host: "mock.example", ...headers };
      expect(await statusOf(mock, all, `GET ${path}`), JSON.stringify(headers)).toBe(status);
    }
  });
});
