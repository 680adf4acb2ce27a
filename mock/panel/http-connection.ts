/** Reaches the control of the mock that has served the panel, with the admin key if the mock requires one. */
import { type JsonObject, parseJson } from "../../spec/json/json.ts";
import type { ControlTransport } from "../control/control-client.ts";
import type { ControlConnection, EventHandlers, StreamEvent } from "./follow-world.ts";

const KEY = "orders-kit-admin-key";

interface Sent {
  readonly method: string;
  /** Relative to the page, with the query. */
  readonly target: string;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal;
}

export class HttpConnection implements ControlConnection {
  private readonly askKey: () => Promise<string | undefined>;
  /** Several requests may need the key at the same time; the user is asked once. */
  private keyPrompt: Promise<string | undefined> | undefined;

  /** `askKey` is called when the mock requires a key. */
  constructor(askKey: () => Promise<string | undefined>) {
    this.askKey = askKey;
  }

  readonly call: ControlTransport = async (method, path, query, body) =>
    (await this.send({ method, target: `${path}?${query}`, body })).text();

  async events(query: URLSearchParams, { onOpen, onEvent }: EventHandlers, signal: AbortSignal): Promise<void> {
    const response = await this.send({ method: "GET", target: `events?${query}`, signal });
    onOpen();
    await readEvents(response.body!, onEvent);
  }

  /** Throws an error with the mock's own message when it refuses. */
  private async send(sent: Sent): Promise<Response> {
    const { method, target, body, signal } = sent;
    const key = sessionStorage.getItem(KEY);
    const response = await fetch(target, {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      body: body ?? null,
      signal: signal ?? null,
    });
    if (response.ok) return response;
    if (response.status === 401 && (await this.hasNewKey(key))) return this.send(sent);
    const problem = parseJson(await response.text()) as JsonObject;
    throw new Error(String(problem.detail ?? `The mock answered with status ${response.status}.`));
  }

  /** Whether there is a key other than the refused one, after asking the user. A user who closes the dialog is not asked again. */
  private async hasNewKey(refused: string | null): Promise<boolean> {
    const stored = sessionStorage.getItem(KEY);
    if (stored !== null && stored !== refused) return true;
    this.keyPrompt ??= this.askKey();
    const entered = await this.keyPrompt;
    if (entered === undefined) return false;
    this.keyPrompt = undefined;
    sessionStorage.setItem(KEY, entered);
    return true;
  }
}

/** Reads server-sent events; EventSource could not send a key. Resolves when the stream ends, rejects when it breaks. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (text + value).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event !== undefined) onEvent(event);
    }
  }
}

/** Undefined for comments and for blocks without data. */
function parseBlock(block: string): StreamEvent | undefined {
  let name = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trimStart();
    else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
  }
  return data.length === 0 ? undefined : { name, data: data.join("\n") };
}
