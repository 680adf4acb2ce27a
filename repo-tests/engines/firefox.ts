/** Firefox over WebDriver BiDi. The client is installed for the trials alone. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { npmInstall } from "../package/installation.ts";
import { callOf, type Engine } from "./engine.ts";

/** The newest that runs on Node 20. */
const CLIENT = "puppeteer-core@24.43.1";

/** What we use of the client. */
interface Client {
  launch(options: { browser: "firefox"; executablePath: string }): Promise<Browser>;
}
interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}
interface Page {
  goto(url: string): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
}

export async function startFirefox(executablePath: string): Promise<Engine> {
  const folder = temporaryFolder();
  await npmInstall(folder, [CLIENT]);
  const client: Client = createRequire(join(folder, "package.json"))("puppeteer-core");

  const browser = await client.launch({ browser: "firefox", executablePath });
  const page = await browser.newPage();
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: async <A, T>(call: (argument: A) => T | Promise<T>, argument: A) =>
      (await page.evaluate(callOf(call, argument))) as T,
    close: () => browser.close(),
  };
}
