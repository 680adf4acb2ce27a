/** `orders-kit verify --absent`: ids that the user knows to be free. Needs dist/. */
import { expect, test } from "playwright/test";
import { deployed } from "../../contract-tests/corpus/changed-reference.ts";
import { runVerify } from "../../contract-tests/testing/cli-runner.ts";
import { KEY } from "../../contract-tests/testing/key-leaks.ts";

test("ids provided as absent are tried, also read-only; the report says which is listed, and what more would be of use", async () => {
  const deployment = await deployed(undefined, "read-only");
  const flags = [deployment.baseUrl, "--absent", "0", "--absent", "24"];
  const { code, report } = await runVerify(flags, { env: { ORDERS_API_KEY: KEY } });
  await deployment.close();
  expect(code).toBe(0);
  const paths = deployment.log.filter(({ method, goodKey }) => method === "DELETE" && goodKey).map(({ path }) => path);
  expect(paths).toContain("/store/orders/0");
  expect(paths).not.toContain("/store/orders/24");
  const entries = (report?.remarks?.flatMap((list) => list.entries) ?? []).filter(({ id }) => id.startsWith("absent-"));
  expect(entries.map(({ id, why }) => `${id}: ${why}`)).toEqual([
    "absent-id-listed: 24 was provided as absent, and an order with this id is listed. Leave it out.",
    expect.stringMatching(
      /^absent-ids-needed: Not tried: 9223372036854775807, .* free, with --absent or in orders-kit.yaml: /,
    ),
  ]);
});
