import { test } from "playwright/test";
import { unpackChromium } from "./chromium.ts";

test("a Chromium is available", async () => {
  test.setTimeout(120_000);
  await unpackChromium();
});
