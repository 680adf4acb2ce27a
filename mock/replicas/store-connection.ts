/** A connection to Redis or Valkey that is opened again after a failure. Loads the package `redis` when it is opened. */
import { createHash } from "node:crypto";
import { describeSystemError, USER_ERRORS } from "../../spec/errors/user-errors.ts";

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

type CreateClient = () => Client;

/** After this a client may try again. */
export const RETRY_AFTER_SECONDS = "1";

/** The store cannot be reached, or it has refused a command. */
export class StoreUnavailable extends Error {}

export class StoreConnection {
  /** Counts connections: what was known of the store before a new one may no longer be true. */
  generation = 0;
  /** The URL without a user and a password. */
  readonly address: string;
  private readonly createClient: CreateClient;
  private client: Client | undefined;
  private reconnect: NodeJS.Timeout | undefined;
  private closed = false;

  private constructor(address: string, createClient: CreateClient) {
    this.address = address;
    this.createClient = createClient;
  }

  /** Throws a UserError if the URL is wrong, the package is missing, or the store does not answer. */
  static async open(url: string): Promise<StoreConnection> {
    const address = addressOf(url);
    const connection = new StoreConnection(address, await clientFactory(url));
    try {
      await connection.connect();
    } catch (error) {
      throw USER_ERRORS.storeUnusable(address, reasonOf(error));
    }
    return connection;
  }

  /** Rejects with StoreUnavailable; whether the command has had its effect is then unknown. */
  async send(...command: readonly string[]): Promise<unknown> {
    const { client } = this;
    if (client === undefined) throw new StoreUnavailable("there is no connection");
    try {
      return await withTimeout(client.sendCommand(command));
    } catch (error) {
      if (error instanceof Error && error.message.startsWith("NOSCRIPT")) throw error;
      this.drop(client);
      throw error instanceof StoreUnavailable ? error : new StoreUnavailable(reasonOf(error));
    }
  }

  async run({ text, sha }: Script, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args];
    try {
      return await this.send("EVALSHA", sha, ...rest);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      return await this.send("EVAL", text, ...rest);
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.reconnect);
    this.client?.destroy();
    this.client = undefined;
  }

  private async connect(): Promise<void> {
    const client = this.createClient();
    try {
      // Without a listener, an error of the socket would end the process.
      client.on("error", () => this.drop(client));
      await withTimeout(client.connect());
      if (this.closed) throw new StoreUnavailable("the mock has been closed");
    } catch (error) {
      end(client);
      throw error;
    }
    this.generation++;
    this.client = client;
  }

  private drop(client: Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    end(client);
    this.retry();
  }

  private retry(): void {
    if (this.closed) return;
    this.reconnect = setTimeout(() => this.connect().catch(() => this.retry()), RECONNECT_MS).unref();
  }
}

/** A script with its name in the store. */
export interface Script {
  readonly text: string;
  readonly sha: string;
}

export function script(text: string): Script {
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
  const { protocol, host, pathname } = URL.canParse(url) ? new URL(url) : { protocol: "", host: "", pathname: "" };
  if (!["redis:", "rediss:"].includes(protocol) || host === "" || !/^(?:\/\d*)?$/.test(pathname))
    throw USER_ERRORS.badStore();
  return `${protocol}//${host}${pathname}`;
}

async function clientFactory(url: string): Promise<CreateClient> {
  try {
    const { createClient } = await import("redis");
    return () =>
      createClient({
        url,
        RESP: 2,
        disableOfflineQueue: true,
        // Those of this file are for commands that have been sent, too.
        commandOptions: { timeout: 0 },
        socket: { reconnectStrategy: false, connectTimeout: TIMEOUT_MS },
      }) as unknown as Client;
  } catch {
    throw USER_ERRORS.noRedisPackage();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof StoreUnavailable) return error.message;
  return describeSystemError(error as NodeJS.ErrnoException);
}

function withTimeout<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new StoreUnavailable(NO_ANSWER)), TIMEOUT_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
