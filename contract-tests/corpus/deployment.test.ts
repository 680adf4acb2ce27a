/** The reference over HTTP, and the record of what a deployment received. */
import { expect, test } from "playwright/test";
import { parseJson } from "../../spec/json/json.ts";
import { startDeployment } from "./deployment.ts";
import { sound } from "./variant.ts";

const plain = sound("plain", "The reference.", "", {});

test("the reference lists orders, cancels each once, and refuses to cancel a shipped one", async () => {
  const { baseUrl, key, pending, shipped, close } = await startDeployment(plain);
  const call = (path: string, method = "GET", token = key) =>
    fetch(`${baseUrl}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  const listed = async () => (await (await call("/store/orders")).text()).match(/(?<="id":)-?\d+/g)?.map(BigInt) ?? [];

  expect(await listed()).toEqual(expect.arrayContaining([...pending, ...shipped]));
  expect((await call("/store/orders", "GET", "wrong")).status).toBe(401);
  expect((await call(`/store/orders/${pending[2]}`, "DELETE", "wrong")).status).toBe(401);
  expect(await listed()).toContain(pending[2]);
  const cancelled = await call(`/store/orders/${pending[2]}`, "DELETE");
  expect([cancelled.status, await cancelled.text()]).toEqual([204, ""]);
  const again = await call(`/store/orders/${pending[2]}`, "DELETE");
  expect(parseJson(await again.text())).toEqual({ code: "order_not_found", message: expect.any(String), status: 404 });
  expect((await call(`/store/orders/${shipped[0]}`, "DELETE")).status).toBe(409);
  expect((await call("/store/orders/12abc", "DELETE")).status).toBe(404);
  const left = await listed();
  expect(left).not.toContain(pending[2]);
  expect(left).toEqual(expect.arrayContaining([pending[0], pending[1], pending[3], shipped[0]]));
  await close();
});

test("each request is recorded with the owner of the order that it names", async () => {
  const { baseUrl, key, pending, log, harmed, close } = await startDeployment(plain);
  const cancel = (id: bigint, token: string) =>
    fetch(`${baseUrl}/store/orders/${id}`, { method: "DELETE", headers: { authorization: `Bearer ${token}` } });
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

test("in read-only mode every order is a customer's", async () => {
  const { baseUrl, key, pending, shipped, harmed, close } = await startDeployment(plain, "read-only");
  expect([pending, shipped]).toEqual([[], []]);
  await fetch(`${baseUrl}/store/orders/23`, { method: "DELETE", headers: { authorization: `Bearer ${key}` } });
  expect(harmed).toEqual([23n]);
  await close();
});
