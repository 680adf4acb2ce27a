/**
 * Whatever a deployment answers, the app gets a response and the proxy keeps running.
 * ORDERS_KIT_FUZZ_SEED sets another seed.
 */
import fc from "fast-check";
import { expect, test } from "playwright/test";
import { runs } from "../../../spec/testing/runs.ts";
import { exchangeRaw, GET, proxyTo, through } from "../../testing/servers/forward.ts";
import { malformedAnswer } from "../../testing/servers/malformed-answers.ts";
import { rawServer } from "../../testing/servers/raw-server.ts";

// Another attempt would hide a counterexample.
test.describe.configure({ retries: 0 });

for (const [what, answer] of [
  ["no HTTP", "SSH-2.0-OpenSSH_9.6\r\n"],
  [
    "a switch of protocols",
    "HTTP/1.1 101 x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\nhello",
  ],
  ["informational responses without end", "HTTP/1.1 102 x\r\n\r\n".repeat(1000)],
] as const)
  test(`502 and a finding: ${what}`, async () => {
    const { text, exchange } = await through(answer);
    expect(text).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
    expect(exchange.failure?.kind).toBe("malformed");
  });

test("every answer becomes a response for the app, and a recorded exchange", async () => {
  let answer = Buffer.from("");
  const deployment = await rawServer((socket) => socket.end(answer));
  const proxy = await proxyTo(deployment.origin);
  let refused = 0;
  const property = fc.asyncProperty(malformedAnswer, async (bytes) => {
    answer = bytes;
    const text = await exchangeRaw(proxy.port, GET("/v1/store/orders"));
    const { failure } = await proxy.next();
    if (failure !== undefined) refused++;
    expect(text).toMatch(/^HTTP\/1\.1 [1-9]\d\d /);
  });
  await fc.assert(property, {
    seed: Number(process.env.ORDERS_KIT_FUZZ_SEED ?? 1),
    numRuns: runs(100),
  });
  expect(refused).toBeGreaterThan(runs(25) / 2);
  expect(refused).toBeLessThan(runs(97));
  proxy.close();
  deployment.close();
});
