import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { loadScenario } from "../scenarios/load.ts";
import { parseJson } from "../spec/json.ts";
import { startMock } from "./server.ts";
import { watchScenario } from "./watch.ts";

test("a file that is edited is followed, and a mistake keeps the last good state", async () => {
  const folder = await mkdtemp(join(tmpdir(), "orders-kit-watch-"));
  const file = join(folder, "shop.yaml");
  await writeFile(file, "orders: { count: 3, pending: 1 }");
  const mock = await startMock({ port: 0, scenario: await loadScenario(file) });
  const lines: string[] = [];
  let said = (): void => {};
  const unwatch = watchScenario(file, mock, {
    stdout: { write: () => {} },
    stderr: {
      write: (text) => {
        lines.push(text);
        said();
      },
    },
    env: {},
    onSignal: () => {},
  });
  const next = (): Promise<void> =>
    new Promise((resolve) => {
      said = resolve;
    });
  const count = async (): Promise<number> => {
    const response = await fetch(`${mock.baseUrl}/store/orders`, { headers: { authorization: "Bearer demo-key" } });
    return (parseJson(await response.text()) as []).length;
  };
  /** As editors do it: a new file takes the place of the old one. */
  const edit = async (text: string): Promise<void> => {
    const heard = next();
    await writeFile(`${file}~`, text);
    await rename(`${file}~`, file);
    await heard;
  };
  try {
    expect(await count()).toBe(3);
    await edit("orders: { count: 7, pending: 1 }");
    expect(lines.at(-1)).toBe(`${file} was read anew: 7 pending orders, 0 shipped ones.\n`);
    expect(await count()).toBe(7);
    await edit("orders: { cuont: 9 }");
    expect(lines.at(-1)).toContain(`${file}:1:11 "cuont" is no key here. Did you mean count?`);
    expect(lines.at(-1)).toContain("The mock goes on with the last good state.");
    expect(await count()).toBe(7);
    const gone = next();
    await rm(file);
    await gone;
    expect(lines.at(-1)).toContain("cannot be read (it is not there, ENOENT)");
    expect(await count()).toBe(7);
    await edit("orders: { count: 9, pending: 0 }");
    expect(await count()).toBe(9);
  } finally {
    unwatch();
    await mock.close();
    await rm(folder, { recursive: true });
  }
});
