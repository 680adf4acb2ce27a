/// <reference lib="dom" />
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "playwright/test";
import { startProxy } from "./server.ts";

const KEY = "key-of-the-deployment-4711";

test("the page shows findings as they come, counts them, and takes no markup from a deployment", async ({ page }) => {
  const hostile = "<img src=x onerror=alert(1)>";
  const deployment = http.createServer((_, reply) =>
    reply.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ orders: [hostile, KEY] })),
  );
  await new Promise<void>((resolve) => deployment.listen(0, "127.0.0.1", resolve));
  const { port } = deployment.address() as AddressInfo;
  const proxy = await startProxy({ deployment: { baseUrl: `http://127.0.0.1:${port}/v1`, key: KEY }, port: 0 });
  const wrongs: string[] = [];
  page.on("console", (message) => wrongs.push(message.text()));
  page.on("pageerror", (error) => wrongs.push(error.message));
  page.on("dialog", (dialog) => void dialog.dismiss().then(() => wrongs.push(dialog.message())));

  await page.goto(proxy.adminUrl);
  await expect(page.getByRole("status")).toHaveText("Listening.");
  await expect(page.getByText("Nothing to tell yet.")).toBeVisible();
  const call = () => fetch(`${proxy.baseUrl}/store/orders?page=2`, { headers: { authorization: `Bearer ${KEY}` } });
  await call();
  const broken = page.getByRole("region", { name: "What the deployment broke" });
  await expect(broken.getByRole("heading", { name: "list-array" })).toBeVisible();
  await expect(broken.getByText("once")).toBeVisible();
  await expect(page.getByRole("region", { name: "What the app did" }).getByText("undeclared-query")).toBeVisible();
  await expect(page.getByText("Nothing to tell yet.")).toBeHidden();

  await broken.getByText("Request and response").click();
  await expect(broken.getByText(hostile)).toBeVisible();
  await call();
  await expect(broken.getByText("2 times")).toBeVisible();
  await expect(broken.getByText(hostile), "what was unfolded stays so").toBeVisible();
  await expect(page.locator("#requests")).toHaveText("2");
  expect(await page.content()).not.toContain(KEY);
  expect(wrongs).toEqual([]);

  await proxy.close();
  await expect(page.getByRole("status")).toContainText("does not answer");
  deployment.close();
  deployment.closeAllConnections();
});
