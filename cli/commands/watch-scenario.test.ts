import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { startMock } from "../../mock/http/server.ts";
import { loadScenario } from "../../scenarios/load.ts";
import { parseJson } from "../../spec/json/json.ts";
import { watchScenario } from "./mock.ts";

test("an edited file is reloaded, and a mistake in it leaves the mock as it is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "orders-kit-watch-"));
  const file = join(folder, "shop.yaml");
  await writeFile(file, "orders: { count: 3, pending: 1 }");
  const mock = await startMock({ port: 0, scenario: await loadScenario(file) });
  const lines: string[] = [];
  let onLine = (): void => {};
  const unwatch = watchScenario(file, mock, {
    stdout: { write: () => {} },
    stderr: {
      write: (text) => {
        lines.push(text);
        onLine();
      },
    },
    workflow: { write: () => {} },
    env: {},
    onSignal: () => {},
  });
  const next = (): Promise<void> =>
    new Promise((resolve) => {
      onLine = resolve;
    });
  const count = async (): Promise<number> => {
    const response = await fetch(`${mock.baseUrl}/store/orders`, { headers: { authorization: "Bearer demo-key" } });
    return (parseJson(await response.text()) as []).length;
  };
  /** Replaces the file, as editors do. */
  const edit = async (text: string): Promise<void> => {
    const line = next();
    await writeFile(`${file}~`, text);
    await rename(`${file}~`, file);
    await line;
  };
  try {
    expect(await count()).toBe(3);
    await edit("orders: { count: 7, pending: 1 }");
    expect(lines.at(-1)).toBe(`Reloaded ${file}: 7 pending, 0 shipped.\n`);
    expect(await count()).toBe(7);
    await edit("orders: { cuont: 9 }");
    expect(lines.at(-1)).toContain(`${file}:1:11 "cuont" is not a valid key. Did you mean count?`);
    expect(lines.at(-1)).toContain("Still serving the previous version.");
    expect(await count()).toBe(7);
    const line = next();
    await rm(file);
    await line;
    expect(lines.at(-1)).toContain("cannot be read (it does not exist, ENOENT)");
    expect(await count()).toBe(7);
    await edit("orders: { count: 9, pending: 0 }");
    expect(await count()).toBe(9);
  } finally {
    unwatch();
    await mock.close();
    await rm(folder, { recursive: true });
  }
});
