import { expect, test } from "playwright/test";
import { GET, lines, through } from "../testing/forward.ts";
import { forwardedFields } from "./fields.ts";

test("fields of the connection stay behind, and those that Connection names", () => {
  const fields = [
    ["Host", "a"],
    ["Connection", "close, X-Hop"],
    ["connection", "TE , host, content-length"],
    ["x-hop", "1"],
    ["TE", "trailers"],
    ["Proxy-Authorization", "Basic abc"],
    ["Content-Length", "2"],
    ["X-Kept", "1"],
  ] as const;
  expect(forwardedFields(fields)).toEqual([
    ["Host", "a"],
    ["Content-Length", "2"],
    ["X-Kept", "1"],
  ]);
});

test("neither side sees the credentials that the other has for a proxy", async () => {
  const { text, received } = await through(
    lines("HTTP/1.1 200 OK", "Proxy-Authenticate: Basic", "Connection: X-Own", "X-Own: 1", "Content-Length: 0", "", ""),
    GET("/v1/store/orders", "Proxy-Authorization: Basic abc"),
  );
  expect(received).not.toMatch(/proxy-auth/i);
  expect(text).not.toMatch(/proxy-auth|x-own/i);
});
