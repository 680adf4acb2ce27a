/**
 * Whatever a deployment answers, a call ends with an exchange that we can judge.
 * ORDERS_KIT_FUZZ_SEED sets another seed.
 */
import fc from "fast-check";
import { expect, test } from "playwright/test";
import { runs } from "../../../spec/testing/runs.ts";
import { evidenceOf } from "../../report/evidence.ts";
import { assertSingleExchange } from "../../run/assertions/single-exchange.ts";
import { malformedAnswer } from "../../testing/servers/malformed-answers.ts";
import { KEY, LIST, withRawServer } from "../../testing/servers/raw-server.ts";
import { httpClient } from "./http-client.ts";

// Another attempt would hide a counterexample.
test.describe.configure({ retries: 0 });

test("every answer is an exchange, and is judged without an error of the gate", async () => {
  let answer = Buffer.from("");
  const found = new Set<string>();
  await withRawServer(
    (socket) => socket.end(answer),
    async (baseUrl) => {
      const { send, close } = httpClient({ baseUrl, key: KEY });
      const property = fc.asyncProperty(malformedAnswer, async (bytes) => {
        answer = bytes;
        const exchange = await send(LIST);
        found.add(exchange.failure?.kind ?? "response");
        for (const { kind } of assertSingleExchange(exchange).findings) found.add(kind);
        expect(evidenceOf(exchange).response).not.toBe("");
      });
      await fc.assert(property, {
        seed: Number(process.env.ORDERS_KIT_FUZZ_SEED ?? 1),
        numRuns: runs(100),
      });
      await close();
    },
  );
  expect([...found]).toEqual(
    expect.arrayContaining(["response", "malformed", "reset", "violated", "held"]),
  );
  expect(found).not.toContain("harness");
});
