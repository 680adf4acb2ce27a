/** Reaches the control of the mock that has served the panel, with the admin key if the mock requires one. */
import { type JsonObject, parseJson } from "../../spec/json/json.ts";
import { byId } from "./element.ts";
import type { ControlConnection, WorldListener } from "./start-panel.ts";

const KEY = "orders-kit-admin-key";

export function httpConnection(): ControlConnection {
  /** Several requests may need the key at the same time; the user is asked once. */
  let keyPrompt: Promise<string | undefined> | undefined;

  /** True if there is a key other than the refused one, after asking the user. A user who closes the dialog is not asked again. */
  const hasNewKey = async (refused: string | null): Promise<boolean> => {
    const stored = sessionStorage.getItem(KEY);
    if (stored !== null && stored !== refused) return true;
    keyPrompt ??= askKey();
    const entered = await keyPrompt;
    if (entered === undefined) return false;
    keyPrompt = undefined;
    sessionStorage.setItem(KEY, entered);
    return true;
  };
  /** `target` is relative to the page. Throws an error with the mock's own message when it refuses. */
  const send = async (target: string, init: RequestInit): Promise<Response> => {
    const key = sessionStorage.getItem(KEY);
    const headers = {
      "content-type": "application/json",
      ...(key !== null && { authorization: `Bearer ${key}` }),
    };
    const response = await fetch(target, { ...init, headers });
    if (response.ok) return response;
    if (response.status === 401 && (await hasNewKey(key))) return send(target, init);
    const problem = parseJson(await response.text()) as JsonObject;
    throw new Error(String(problem.detail ?? `The mock answered with status ${response.status}.`));
  };
  return {
    call: async (method, path, query, body) =>
      (await send(`${path}?${query}`, { method, body: body ?? null })).text(),
    events: async (query, listener, signal) => {
      const response = await send(`events?${query}`, { signal });
      listener.connected(true);
      await readEvents(response.body!, listener.event);
    },
  };
}

/** Returns undefined when the user has closed the dialog. */
function askKey(): Promise<string | undefined> {
  const dialog = byId<HTMLDialogElement>("key-dialog");
  const input = byId<HTMLInputElement>("admin-key");
  input.value = "";
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    const close = (): void => resolve(dialog.returnValue === "open" ? input.value : undefined);
    dialog.addEventListener("close", close, { once: true });
  });
}

/** Reads the mock's server-sent events; EventSource could not send a key. Resolves when the stream ends, rejects when it breaks. */
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
      // Comments keep the connection open.
      if (kind !== undefined && data !== undefined) onEvent(kind, parseJson(data) as JsonObject);
    }
  }
}
