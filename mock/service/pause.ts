/**
 * Lets other work run. We keep the original timer, because nothing would fire that of a test's fake
 * clock.
 */
const { setTimeout } = globalThis;

export const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));
