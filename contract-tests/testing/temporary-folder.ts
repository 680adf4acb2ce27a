import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];

/** Makes a folder that is removed when the test process ends. */
export function temporaryFolder(): string {
  if (folders.length === 0)
    process.once("exit", () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
  const folder = mkdtempSync(join(tmpdir(), "orders-kit-test-"));
  folders.push(folder);
  return folder;
}
