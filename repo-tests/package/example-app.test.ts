/** The app of the examples, with the package as it is built here. */
import { expect, test } from "playwright/test";
import { ended, environment, launch } from "../../contract-tests/testing/processes.ts";
import { ROOT } from "../manifest.ts";

test("the app of the examples passes its own tests", async () => {
  test.setTimeout(300_000);
  const argv = ["test", "--silent", "--workspace", "orders-page"];
  const { code, stdout, stderr } = await ended(launch("npm", argv, ROOT, environment()));
  expect(code, `${stdout}\n${stderr}`).toBe(0);
});
