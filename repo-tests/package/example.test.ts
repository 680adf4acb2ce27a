/** The app of examples/ with its own tests, in a Playwright of its own. */
import { expect, test } from "playwright/test";
import { ended, environment, launch } from "../../contract-tests/testing/processes.ts";
import { ROOT } from "../manifest.ts";

test("the example's own tests pass", async () => {
  test.setTimeout(300_000);
  const { code, stdout, stderr } = await ended(
    launch("npm", ["test", "--silent", "--workspace", "orders-page"], ROOT, environment()),
  );
  expect(code, `${stdout}\n${stderr}`).toBe(0);
});
