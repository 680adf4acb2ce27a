import { request } from "node:http";
import { expect, test } from "playwright/test";
import { type Json, parseJson } from "../../../spec/json/json.ts";
import { withMock } from "../../testing/with-mock.ts";
import type { RunningMock } from "../server.ts";
import { checkCaller } from "./serve.ts";

const allowed = (
  address: string | undefined,
  host: string | undefined,
  adminKey?: string,
): boolean => {
  try {
    checkCaller(address, { host }, adminKey);
    return true;
  } catch {
    return false;
  }
};

test("without an admin key only connections of this machine are allowed, to a name of it", () => {
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
    expect(allowed(address, "127.0.0.1:4010"), address).toBe(true);
  for (const address of ["192.168.1.4", "::ffff:10.0.0.1", undefined]) {
    expect(allowed(address, "127.0.0.1:4010"), address).toBe(false);
    expect(allowed(address, "127.0.0.1:4010", "s3cret"), address).toBe(true);
  }
  for (const host of ["LOCALHOST:4010", "shop.localhost:4010", "[::1]:4010", "0.0.0.0:4010"])
    expect(allowed("127.0.0.1", host), host).toBe(true);
  for (const host of ["localhost.example", "127.0.0.1.example:4010", "127.0.0.1@example", ""])
    expect(allowed("127.0.0.1", host), host).toBe(false);
});

/** Sends headers that fetch forbids. */
function requestWith(
  { port }: RunningMock,
  headers: Record<string, string>,
  path = "/__admin/state?limit=0",
  method = "GET",
) {
  return new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    request({ port, host: "127.0.0.1", path, method, headers }, (response) => {
      response
        .resume()
        .on("end", () => resolve({ status: response.statusCode!, headers: response.headers }));
    })
      .on("error", reject)
      .end();
  });
}

test("pages of other origins and foreign host names are refused", async () => {
  await withMock({}, async (mock) => {
    const own = `127.0.0.1:${mock.port}`;
    for (const headers of [
      { host: own, origin: "null" },
      { host: own, origin: "http://127.0.0.1:5173" },
      { host: "evil.example", origin: "http://evil.example" },
      { host: own, "sec-fetch-site": "cross-site" },
      { host: own, "sec-fetch-site": "same-site" },
    ])
      expect((await requestWith(mock, headers)).status, JSON.stringify(headers)).toBe(403);
    const page = { host: own, origin: `http://${own}`, "sec-fetch-site": "same-origin" };
    expect((await requestWith(mock, page)).status).toBe(200);
    const preflight = {
      host: own,
      origin: "http://evil.example",
      "access-control-request-method": "POST",
    };
    const refused = await requestWith(mock, preflight, "/__admin/reset", "OPTIONS");
    expect(refused.status).toBe(403);
    expect(Object.keys(refused.headers).join()).not.toContain("access-control");
  });
});

test("a link on another site opens the panel, and a frame opens no world", async () => {
  await withMock({}, async (mock) => {
    const site = {
      host: `127.0.0.1:${mock.port}`,
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
    };
    const link = { ...site, "sec-fetch-dest": "document" };
    const frame = { ...site, "sec-fetch-dest": "iframe" };
    for (const path of ["/__admin", "/__admin/"]) {
      expect((await requestWith(mock, link, path)).status, path).toBeLessThan(400);
      expect((await requestWith(mock, frame, path)).status, path).toBe(403);
    }
    for (const path of ["/__admin/state?world=x", "/__admin/events?world=x"])
      for (const headers of [link, frame])
        expect((await requestWith(mock, headers, path)).status, path).toBe(403);
    const { worlds } = parseJson(await (await fetch(`${mock.adminUrl}/worlds`)).text()) as {
      worlds: Json[];
    };
    expect(worlds).toHaveLength(1);
  });
});

test("with an admin key the control is open to any host with that key, and to nobody else", async () => {
  await withMock({ adminKey: "s3cret" }, async (mock) => {
    const status = async (headers: Record<string, string>, path?: string): Promise<number> =>
      (await requestWith(mock, { host: "mock.example", ...headers }, path)).status;
    const key = { authorization: "Bearer s3cret" };
    expect(await status({}, "/__admin/events")).toBe(401);
    expect(await status({ authorization: "Bearer demo-key" })).toBe(401);
    expect(await status({ ...key, origin: "http://mock.example" })).toBe(200);
    expect(await status({ ...key, origin: "http://evil.example" })).toBe(403);
    expect(await status({}, "/__admin/health")).toBe(200);
  });
});
