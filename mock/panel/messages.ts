/** A message that is shown for a few seconds and read by screen readers. */
import { byId, setText, view } from "./element.ts";

const MESSAGE_MS = 5000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function showMessage(text: string): void {
  const status = byId("status");
  setText(status, text);
  clearTimeout(timer);
  timer = setTimeout(() => setText(status, ""), MESSAGE_MS);
}

/** The result, or undefined when the promise rejects; the error's message is then shown. */
export async function orShowError<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    showMessage((error as Error).message);
    return undefined;
  }
}

/** Copies a text and says so. */
export async function copyText(text: string, message: string): Promise<void> {
  await view().navigator.clipboard.writeText(text);
  showMessage(message);
}
