/** WebKitGTK over WebDriver, on a display of its own. */
import { once } from "node:events";
import { expect } from "playwright/test";
import { environment, launch, outputOf } from "../../contract-tests/testing/servers/processes.ts";
import { freePort } from "../../mock/testing/free-port.ts";
import { callOf, type Engine } from "./engine.ts";

const OPTIONS = { "webkitgtk:browserOptions": { args: ["--automation"] } };

export async function startWebKit(): Promise<Engine> {
  // Xvfb chooses a free display, and says which one on descriptor 1.
  const argv = ["-displayfd", "1", "-screen", "0", "1400x900x24", "-nolisten", "tcp"];
  const display = launch("Xvfb", argv, process.cwd(), environment());
  const DISPLAY = `:${(await outputOf(display, /\d+\n/)).trim()}`;
  const port = await freePort();
  const env = { ...environment(), DISPLAY };
  const driver = launch("WebKitWebDriver", [`--port=${port}`], process.cwd(), env);

  async function send(method: "POST" | "DELETE", path: string, body?: object): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`The driver answers ${JSON.stringify(value)}.`);
    return value;
  }

  await expect(async () => fetch(`http://127.0.0.1:${port}/status`)).toPass();
  const { sessionId } = (await send("POST", "", { capabilities: { alwaysMatch: OPTIONS } })) as {
    sessionId: string;
  };
  return {
    open: async (url) => void (await send("POST", `/${sessionId}/url`, { url })),
    evaluate: async <A, T>(call: (argument: A) => T | Promise<T>, argument: A) => {
      const script = `return ${callOf(call, argument)}`;
      return (await send("POST", `/${sessionId}/execute/sync`, { script, args: [] })) as T;
    },
    close: async () => {
      await send("DELETE", `/${sessionId}`);
      for (const program of [driver, display]) {
        program.kill();
        if (program.exitCode === null) await once(program, "exit");
      }
    },
  };
}
