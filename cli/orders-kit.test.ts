/** The command in a clone before the first build; the package's tests run the built one. */
import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { temporaryFolder } from "../contract-tests/testing/temporary-folder.ts";

test("without a build, the command says what to type", () => {
  const file = join(temporaryFolder(), "cli/orders-kit.js");
  cpSync(new URL("orders-kit.js", import.meta.url), file);
  const { status, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr:
      "orders-kit is not built yet. Run npm start to serve the mock, or npm run build for the other commands.\n",
  });
});
