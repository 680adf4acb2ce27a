/** Lets other work be done. The timer is that from before a test has put its own clock in place: nothing waits for that one. */
const { setTimeout } = globalThis;

export const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));
