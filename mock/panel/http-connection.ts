/**
 * Reaches the control API of the mock that served the panel, with the admin key if the mock
 * requires one.
 */
import { type JsonObject, parseJson } from "../../spec/json/json.ts";
import type { WorldList } from "../control/open-world.ts";
import { accepted, remoteWorld, type SendControl } from "../control/remote-world.ts";
import type { ControlConnection, WorldListener } from "./connection.ts";
import { byId } from "./element.ts";
import { inTab } from "./storage.ts";

const KEY = "admin key";

export function httpConnection(): ControlConnection {
  let key = inTab.get(KEY);
  /** Several requests may need the key at the same time, but we ask the user once. */
  let keyPrompt: Promise<string | undefined> | undefined;

  /**
   * Asks the user, and returns true if there is a key other than the refused one. We do not ask
   * again once a user has closed the dialog.
   */
  const hasNewKey = async (refused: string): Promise<boolean> => {
    if (key !== "" && key !== refused) return true;
    keyPrompt ??= askKey();
    const entered = await keyPrompt;
    if (entered === undefined) return false;
    keyPrompt = undefined;
    key = entered;
    inTab.set(KEY, key);
    return true;
  };
  /** The target is relative to the page. */
  const send: SendControl = async (target, init) => {
    const sent = key;
    const headers = { ...init.headers, ...(sent !== "" && { authorization: `Bearer ${sent}` }) };
    const response = await fetch(target, { ...init, headers }).catch(() => {
      throw new Error("The mock cannot be reached: it was stopped, or restarts.");
    });
    return response.status === 401 && (await hasNewKey(sent)) ? send(target, init) : response;
  };
  return {
    world: (name) => remoteWorld(name, send),
    worlds: async () => {
      const response = await accepted(await send("worlds", {}));
      return parseJson(await response.text()) as unknown as WorldList;
    },
    events: async (world, after, listener, signal) => {
      const query = new URLSearchParams({ world, after: String(after) });
      const response = await accepted(await send(`events?${query}`, { signal }));
      listener.connected(true);
      await readEvents(response.body!, listener.event);
    },
  };
}

/** Returns undefined if the user has closed the dialog. */
async function askKey(): Promise<string | undefined> {
  const dialog = byId<HTMLDialogElement>("key-dialog");
  const input = byId<HTMLInputElement>("admin-key");
  input.value = "";
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  return dialog.returnValue === "open" ? input.value : undefined;
}

/**
 * Reads the mock's server-sent events; EventSource cannot send a key. Resolves when the stream
 * ends, and rejects if it breaks.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: WorldListener["event"],
): Promise<void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (text + value).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, kind, data] = /^event: (.+)\n(?:id: .+\n)?data: (.+)$/.exec(block) ?? [];
      // Blocks without an event are comments, which keep the connection open.
      if (kind !== undefined && data !== undefined) onEvent(kind, parseJson(data) as JsonObject);
    }
  }
}
