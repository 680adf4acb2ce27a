/** The calls that a world has had lately. Keys are never kept; what the contract says of a call is worked out when it is read. */
import type { Trouble } from "./faults.ts";
import type { Reply } from "./replies.ts";
import type { Call } from "./respond.ts";

/** What a call brought as its credential. */
export type Credential = "good" | "none" | "empty" | "undefined" | "bare" | "other-scheme" | "wrong";

export interface Seen {
  /** Counts the world's calls from 1, across resets. */
  readonly n: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Below the base address, undefined for a call that went elsewhere. */
  readonly path: string | undefined;
  /** Without the question mark. */
  readonly query: string | undefined;
  readonly credential: Credential;
  readonly body: Call["body"];
  readonly preflight: boolean;
  readonly status: number;
  readonly trouble: Trouble | undefined;
}

/** Calls that are kept of one world, and the characters of a path or a query. */
const MOST = 200;
const MOST_TEXT = 200;

export class RequestLog {
  /** Told of every call. */
  onCall: ((seen: Seen) => void) | undefined;
  private n = 0;
  /** The number of the last call that is forgotten whatever room there is. */
  private cleared = 0;
  private readonly kept: Seen[] = [];

  add(at: number, call: Call, reply: Reply, credential: Credential): void {
    const { method, body, preflight } = call;
    const long = (call.path?.length ?? 0) + (call.query?.length ?? 0) > MOST_TEXT;
    const seen: Seen = {
      n: ++this.n,
      at,
      method,
      path: long ? shorten(call.path) : call.path,
      query: long ? shorten(call.query) : call.query,
      credential,
      body,
      preflight: preflight !== undefined,
      status: reply.status,
      trouble: reply.trouble,
    };
    this.kept[this.n % MOST] = seen;
    if (this.onCall !== undefined) this.onCall(seen);
  }

  /** Those after the nth, oldest first. */
  after(n: number): Seen[] {
    const found: Seen[] = [];
    for (let next = Math.max(n, this.cleared, this.n - MOST) + 1; next <= this.n; next++)
      found.push(this.kept[next % MOST]!);
    return found;
  }

  /** Forgets all of them; the counting goes on. */
  clear(): void {
    this.cleared = this.n;
    this.kept.length = 0;
  }
}

/** A copy, so that the log does not hold on to a long text for the sake of its beginning. */
function shorten(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return JSON.parse(JSON.stringify(text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text));
}

/** What an Authorization header that opened nothing was. */
export function credentialOf(authorization: string | undefined): Exclude<Credential, "good"> {
  if (authorization === undefined) return "none";
  const text = authorization.trim();
  if (text === "" || /^bearer$/i.test(text)) return "empty";
  if (/^bearer +(?:undefined|null|NaN|\[object Object\])$/i.test(text)) return "undefined";
  if (/^bearer /i.test(text)) return "wrong";
  return text.includes(" ") ? "other-scheme" : "bare";
}
