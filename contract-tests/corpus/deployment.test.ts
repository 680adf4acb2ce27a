/** Checks the record of what a deployment received. */
import { expect, test } from "playwright/test";
import { startDeployment } from "./deployment.ts";
import { sound } from "./variant.ts";

const plain = sound("The reference.", "", {});

test("each request is recorded with the owner of the order that it names", async () => {
  const { baseUrl, key, pending, log, harmed, close } = await startDeployment(plain);
  const cancel = (id: bigint, token: string) =>
    fetch(`${baseUrl}/store/orders/${id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${token}` },
    });
  await cancel(pending[0] ?? 0n, "wrong");
  await cancel(3n, key);
  await cancel(999n, key);
  expect(log.map(({ path, goodKey, names }) => [path, goodKey, names?.owner])).toEqual([
    [`/store/orders/${pending[0]}`, false, "pending"],
    ["/store/orders/3", true, "customer"],
    ["/store/orders/999", true, undefined],
  ]);
  expect(harmed).toEqual([3n]);
  await close();
});

test("in a run without ids every order is a customer's", async () => {
  const { baseUrl, key, pending, shipped, harmed, close } = await startDeployment(
    plain,
    "without ids",
  );
  expect([pending, shipped]).toEqual([[], []]);
  await fetch(`${baseUrl}/store/orders/23`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${key}` },
  });
  expect(harmed).toEqual([23n]);
  await close();
});
