/**
 * A replica's connection to Redis or Valkey, which reconnects by itself. Loads the package `redis`.
 */
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { UserError } from "../../spec/errors/user-error.ts";
import { controlError } from "../errors/control-errors.ts";
import { mockError } from "../errors/mock-errors.ts";

/** A store that has not answered after this many milliseconds counts as failed. */
const TIMEOUT_MS = 2000;
/** Last part of the time-out, in milliseconds. */
const LAST_MS = 200;
const RECONNECT_MS = 200;
/**
 * We close a connection that was idle for this many milliseconds, because an accepted connection
 * may never be answered.
 */
const IDLE_MS = 10_000;
const PING_MS = 4000;
/** How often we compare the clocks, in milliseconds. */
const CLOCK_MS = 60_000;

/** The store does not answer, or refuses. Whether the command took effect is unknown. */
export class StoreUnavailable extends UserError {
  readonly why: string;

  constructor(why: string) {
    super({ code: "store-unavailable", message: controlError.texts["store-unavailable"] });
    this.why = why;
  }
}

/**
 * Calls `onNotice` when the store is away, when it is back, and when it refuses a command. Throws a
 * UserError if the URL is wrong, the package is missing, or the store does not answer.
 */
export async function connectStore(url: string, onNotice: (text: string) => void) {
  const address = addressOf(url);
  const { createClient, ErrorReply } = await import("redis").catch(() => {
    throw mockError("no-redis-package");
  });

  let state: "new" | "open" | "away" = "new";
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: TIMEOUT_MS,
      socketTimeout: IDLE_MS,
      reconnectStrategy: () => (state === "new" ? false : RECONNECT_MS),
    },
  });
  const tellAway = (error: unknown): void => {
    if (state !== "open") return;
    state = "away";
    onNotice(
      `The store ${address} is away (${describeSystemError(error)}). Calls get 503 until it is back.`,
    );
  };
  client.on("error", tellAway);
  client.on("ready", () => {
    const wasAway = state === "away";
    state = "open";
    if (!wasAway) return;
    onNotice(`The store ${address} is back.`);
    void clock.compare();
  });
  try {
    await withTimeout(client.connect());
  } catch (error) {
    client.destroy();
    throw mockError("store-unusable", { address, why: describeSystemError(error) });
  }

  /** Why the store refused last. We report each reason once. */
  let refusal = "";
  /** Resolves with the answer to a command. Rejects with StoreUnavailable. */
  const answerTo = async <T>(sent: Promise<T>): Promise<T> => {
    try {
      return await withTimeout(sent);
    } catch (error) {
      const reason = describeSystemError(error);
      if (error instanceof ErrorReply && reason !== refusal) {
        refusal = reason;
        onNotice(`The store ${address} refuses a command (${reason}). Its calls get 503.`);
      }
      // A connection that does not answer may be dead for good.
      if (error instanceof NoAnswer && state === "open") {
        tellAway(error);
        client.destroy();
        client.connect().catch(() => {});
      }
      throw new StoreUnavailable(reason);
    }
  };
  const clock = storeClock(() => answerTo(client.sendCommand<string[]>(["TIME"])));
  await clock.compare();
  const timer = setInterval(clock.compare, CLOCK_MS).unref();
  const close = (): void => {
    clearInterval(timer);
    client.destroy();
  };
  return { address, client, answerTo, now: clock.now, close };
}

/**
 * The store's clock, in milliseconds since 1970. This machine's clock, which may differ and may be
 * set, has no effect on it. `readTime` resolves with seconds and microseconds.
 */
function storeClock(readTime: () => Promise<string[]>) {
  let [time, at] = [Date.now(), performance.now()];
  return {
    now: (): number => Math.round(time + performance.now() - at),
    async compare(): Promise<void> {
      const sent = performance.now();
      const [seconds, microseconds] = (await readTime().catch(() => [])).map(Number);
      if (seconds === undefined || microseconds === undefined) return;
      [time, at] = [seconds * 1000 + microseconds / 1000, (sent + performance.now()) / 2];
    },
  };
}

export type StoreConnection = Awaited<ReturnType<typeof connectStore>>;

/** Returns the URL without user and password. Throws a UserError. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) throw mockError("bad-store");
  const { protocol, host, pathname } = new URL(url);
  if (!["redis:", "rediss:"].includes(protocol) || host === "" || !/^(?:\/\d*)?$/.test(pathname))
    throw mockError("bad-store");
  return `${protocol}//${host}${pathname}`;
}

class NoAnswer extends Error {}

function withTimeout<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const why = `it did not answer within ${TIMEOUT_MS / 1000} s`;
    const giveUp = (): void => reject(new NoAnswer(why));
    // In two parts, so that an answer that arrived while this process was busy is read in between.
    let timer = setTimeout(() => {
      timer = setTimeout(giveUp, LAST_MS);
    }, TIMEOUT_MS - LAST_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
