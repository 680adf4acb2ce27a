/** What is said to everyone, screen readers included, for a while. */
import { byId, setText } from "./element.ts";

const MESSAGE_MS = 5000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function say(text: string): void {
  const status = byId("status");
  setText(status, text);
  clearTimeout(timer);
  timer = setTimeout(() => setText(status, ""), MESSAGE_MS);
}

/** What the work gives, or undefined when the mock refuses it, in whose words that is then said. */
export async function attempt<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    say((error as Error).message);
    return undefined;
  }
}
