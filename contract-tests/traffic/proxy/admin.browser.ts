/// <reference lib="dom" />
import http from "node:http";
import { expect, test } from "playwright/test";
import { startProxy } from "../../proxy.ts";
import { listening } from "../../testing/servers/servers.ts";

const KEY = "key-of-the-deployment-4711";

test("the page shows findings when they are found, counts them, and shows what a deployment wrote as text", async ({
  page,
}) => {
  const hostile = "<img src=x onerror=alert(1)>";
  const body = JSON.stringify({ orders: [hostile, KEY] });
  const deployment = await listening(
    http.createServer((_, reply) =>
      reply.writeHead(200, { "Content-Type": "application/json" }).end(body),
    ),
  );
  const baseUrl = `http://127.0.0.1:${deployment.port}/v1`;
  const proxy = await startProxy({ deployment: { baseUrl, key: KEY }, port: 0 });
  const problems: string[] = [];
  page.on("console", (message) => problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("dialog", (dialog) => void dialog.dismiss().then(() => problems.push(dialog.message())));

  const loaded = await page.goto(proxy.adminUrl);
  expect(loaded?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  await expect(page.getByRole("status")).toHaveText("Listening.");
  const nothing = page.getByText("No answer of the interface");
  await expect(nothing).toBeVisible();
  const list = (query: string) =>
    fetch(`${proxy.baseUrl}/store/orders${query}`, { headers: { authorization: `Bearer ${KEY}` } });
  // We do not judge what a call with a query gets, but we report that the app sent one.
  const call = async () => {
    await list("");
    await list("?page=2");
  };
  await call();
  const broken = page.getByRole("article", { name: "list-array" });
  await expect(broken.getByText(hostile).last()).toBeVisible();
  await expect(nothing).toBeHidden();
  const fault = page
    .getByRole("region", { name: "Faults of the app" })
    .filter({ hasText: "undeclared-query" });
  await fault.locator("summary").click();
  await expect(fault.getByText(hostile)).toBeVisible();

  await call();
  await expect(broken.getByText("2 of 2")).toBeVisible();
  await expect(fault.getByText("2 times")).toBeVisible();
  await expect(fault.getByText(hostile), "an open entry stays open").toBeVisible();
  await expect(page.getByText("requests", { exact: true }).locator("..")).toContainText("4");
  expect(await page.content()).not.toContain(KEY);
  expect(problems).toEqual([]);

  await proxy.close();
  await expect(page.getByRole("status")).toContainText("does not answer");
  deployment.close();
});
