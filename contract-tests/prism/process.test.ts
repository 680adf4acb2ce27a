import { expect, test } from "playwright/test";
import { parseJson } from "../../spec/json/json.ts";
import { startPrism } from "./process.ts";

test("prism mock starts on the description and serves its operations", async () => {
  const prism = await startPrism("mock");
  try {
    const authorization = { headers: { authorization: "Bearer any-key" } };
    const list = await fetch(`${prism.url}/store/orders`, authorization);
    expect(list.status).toBe(200);
    expect(parseJson(await list.text())).toBeInstanceOf(Array);
    expect((await fetch(`${prism.url}/store/orders`)).status).toBe(401);
    const cancel = await fetch(`${prism.url}/store/orders/17`, { ...authorization, method: "DELETE" });
    expect(cancel.status).toBe(204);
  } finally {
    await prism.close();
  }
});

test("a missing Prism is one line with the fix", async () => {
  const before = process.env.ORDERS_KIT_PRISM;
  process.env.ORDERS_KIT_PRISM = "/nowhere/prism-cli";
  try {
    await expect(startPrism("mock")).rejects.toThrow(/^Prism is not installed\. Run npm install/);
  } finally {
    if (before === undefined) delete process.env.ORDERS_KIT_PRISM;
    else process.env.ORDERS_KIT_PRISM = before;
  }
});

test("a Prism that does not start is one line with its last output", async () => {
  await expect(startPrism("proxy", "no address")).rejects.toThrow(/^Prism \S+ does not start \(.*Invalid upstream URL/);
});
