/** The gate on the mock as a test process meets it: fetch, intercepted by msw 2 and by msw 3. */
import { expect } from "playwright/test";
import { test } from "../mock/msw-versions.ts";
import { complaints, judgeFace } from "./faces.ts";
import type { Answer } from "./wireless-sender.ts";

const answerByFetch: Answer = async ({ url, method, headers }) => {
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
  test(`${version} in Node is proven to hold every clause`, async ({ loadMsw }) => {
    const msw = await loadMsw(version);
    const baseUrl = "http://orders.test/v1";
    let close = (): void => {};
    const report = await judgeFace(async (key) => {
      const server = msw.setupServer(...msw.createHandlers({ baseUrl, apiKeys: [key] }));
      server.listen({ onUnhandledRequest: "error" });
      close = () => server.close();
      return { baseUrl, answer: answerByFetch };
    });
    close();
    expect(complaints(report)).toEqual([]);
    expect(report.verdict).toBe("conforms");
  });
