/** A connection to Redis or Valkey that is opened again after a failure. Loads the package `redis` when it is opened. */
import { createHash } from "node:crypto";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { badStoreError, noRedisPackageError, storeUnusableError } from "../errors/mock.ts";

/** A store that has not answered by then is treated as failed. */
const TIMEOUT_MS = 2000;
const RECONNECT_MS = 200;
const NO_ANSWER = `it did not answer within ${TIMEOUT_MS / 1000} s`;

/** The part of a client of the package that is used. */
interface Client {
  connect(): Promise<unknown>;
  sendCommand(command: readonly string[]): Promise<unknown>;
  destroy(): void;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** After this a client may try again. */
export const RETRY_AFTER_SECONDS = "1";

/** Nothing can be done with the store, or with one of its worlds. */
export class StoreUnavailable extends Error {}

/** The store cannot be reached, or does not answer. */
export class StoreAway extends StoreUnavailable {}

/** The store has refused a command, or has something else than was stored. */
export class StoreRefusal extends StoreUnavailable {}

export type StoreConnection = Awaited<ReturnType<typeof connectStore>>;

/**
 * Throws a UserError if the URL is wrong, the package is missing, or the store does not answer. `onNotice` is told when the store
 * is away and when it is back.
 */
export async function connectStore(url: string, onNotice: (text: string) => void) {
  const address = addressOf(url);
  const driver = await loadDriver(url);
  let client: Client | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connect = async (): Promise<void> => {
    const made = driver.createClient();
    try {
      // Without a listener, an error of the socket would end the process.
      made.on("error", (error) => drop(made, error));
      await withTimeout(made.connect());
      if (isClosed) throw new StoreAway("the mock has been closed");
    } catch (error) {
      end(made);
      throw error;
    }
    client = made;
  };
  const retry = (): void => {
    if (isClosed) return;
    const again = () => connect().then(() => onNotice(`The store ${address} is back.`), retry);
    reconnect = setTimeout(again, RECONNECT_MS).unref();
  };
  const drop = (dropped: Client, error: unknown): void => {
    if (client !== dropped) return;
    client = undefined;
    end(dropped);
    onNotice(`The store ${address} is away (${reasonOf(error)}). Calls get 503 until it is back.`);
    retry();
  };
  /** Rejects with StoreAway: whether the command has had its effect is then unknown; or with StoreRefusal. */
  const send = async (...command: readonly string[]): Promise<unknown> => {
    const used = client;
    if (used === undefined) throw new StoreAway("there is no connection");
    try {
      return await withTimeout(used.sendCommand(command));
    } catch (error) {
      if (driver.isReply(error)) throw new StoreRefusal((error as Error).message);
      drop(used, error);
      throw error instanceof StoreAway ? error : new StoreAway(reasonOf(error));
    }
  };
  await connect().catch((error: unknown) => {
    throw storeUnusableError({ address, why: reasonOf(error) });
  });
  return {
    /** The URL without a user and a password. */
    address,
    send,
    run: async (
      { text, sha }: Script,
      keys: readonly string[],
      args: readonly string[],
    ): Promise<unknown> => {
      const rest = [String(keys.length), ...keys, ...args];
      try {
        return await send("EVALSHA", sha, ...rest);
      } catch (error) {
        if (!(error instanceof StoreRefusal) || !error.message.startsWith("NOSCRIPT")) throw error;
        return await send("EVAL", text, ...rest);
      }
    },
    close: (): void => {
      isClosed = true;
      clearTimeout(reconnect);
      client?.destroy();
      client = undefined;
    },
  };
}

/** A script with its name in the store. */
type Script = ReturnType<typeof script>;

export function script(text: string) {
  return { text, sha: createHash("sha1").update(text).digest("hex") };
}

function end(client: Client): void {
  try {
    client.destroy();
  } catch {
    // It was never connected.
  }
}

/** The URL without a user and a password. Throws a UserError. */
function addressOf(url: string): string {
  const { protocol, host, pathname } = URL.canParse(url)
    ? new URL(url)
    : { protocol: "", host: "", pathname: "" };
  if (!["redis:", "rediss:"].includes(protocol) || host === "" || !/^(?:\/\d*)?$/.test(pathname))
    throw badStoreError();
  return `${protocol}//${host}${pathname}`;
}

async function loadDriver(url: string) {
  try {
    const { createClient, ErrorReply } = await import("redis");
    const options = {
      url,
      RESP: 2,
      disableOfflineQueue: true,
      // Those of this file are for commands that have been sent, too.
      commandOptions: { timeout: 0 },
      socket: { reconnectStrategy: false, connectTimeout: TIMEOUT_MS },
    } as const;
    return {
      createClient: () => createClient(options) as unknown as Client,
      /** Whether the store has answered with an error: its connection is good. */
      isReply: (error: unknown) => error instanceof ErrorReply,
    };
  } catch {
    throw noRedisPackageError();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof StoreAway) return error.message;
  return describeSystemError(error as NodeJS.ErrnoException);
}

function withTimeout<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new StoreAway(NO_ANSWER)), TIMEOUT_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
