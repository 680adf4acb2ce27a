import { expect, test } from "playwright/test";
import { deployed } from "../../../corpus/changed-reference.ts";
import { KEY } from "../../../testing/key-leaks.ts";
import { verify } from "../../../verify.ts";

test("with 100,000 ids that are provided as absent, a run asks for a few of them, and ends", async () => {
  const deployment = await deployed(undefined, "without ids");
  const absent = Array.from({ length: 100_000 }, (_, nth) => 8_000_000_000_000n + BigInt(nth));
  const only = ["cancel-unknown-not-found"] as const;
  const { clauses } = await verify({
    target: deployment.baseUrl,
    absent,
    only,
    env: { ORDERS_API_KEY: KEY },
  });
  await deployment.close();
  expect(clauses.find(({ id }) => id === only[0])?.verdict).toBe("held");
  const asked = deployment.log.filter(({ path = "" }) => /\/8\d{12}$/.test(path));
  expect(asked.length).toBeLessThan(20);
});
