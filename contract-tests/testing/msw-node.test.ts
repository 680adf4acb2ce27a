/** Judges the mock through a fetch in Node that msw 2 or msw 3 intercepts. */
import { expect } from "playwright/test";
import { test } from "../../mock/testing/msw-versions.ts";
import { type FetchHandler, fetchClient } from "../client/fetch-client.ts";
import { embeddedRules } from "../targets/embedded.ts";
import { judgeClient, notHeld } from "./judge-client.ts";

const KEY = "a-key-of-this-test";

const fetchHandler: FetchHandler = async ({ url, method, headers }) => {
  const response = await fetch(url, { method, headers: headers as [string, string][], redirect: "manual" });
  return {
    response: {
      status: response.status,
      reason: response.statusText,
      httpVersion: "1.1",
      headers: [...response.headers],
      body: new Uint8Array(await response.arrayBuffer()),
      trailingBytes: 0,
      informational: [],
    },
  };
};

for (const version of ["msw", "msw3"] as const)
  test(`${version} in Node: every clause is held`, async ({ loadMsw }) => {
    const msw = await loadMsw(version);
    const baseUrl = "http://orders.test/v1";
    const server = msw.setupServer(...msw.createHandlers({ baseUrl, apiKeys: [KEY] }));
    server.listen({ onUnhandledRequest: "error" });
    const judged = await judgeClient(fetchClient(fetchHandler, baseUrl, KEY), { baseUrl, ...(await embeddedRules()) });
    server.close();
    expect(notHeld(judged)).toEqual([]);
    expect(judged.report.verdict).toBe("conforms");
  });
