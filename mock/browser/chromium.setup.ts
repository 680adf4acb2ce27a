import { test } from "playwright/test";
import { unpackChromium } from "./chromium.ts";

test("a Chromium is there", async () => {
  test.setTimeout(120_000);
  await unpackChromium();
});
