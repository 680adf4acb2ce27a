/** For the tests of judge: writes a recording in the form in which a program exports it. */
import { BASE, KEY } from "./har.ts";

/** A call to the deployment, and its answer. */
export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

export type Members = Readonly<Record<string, unknown>>;

/** How a program's entries differ from HAR 1.2. */
export interface Dialect {
  readonly creator: string;
  readonly log?: Members;
  readonly entry?: Members;
  readonly request?: Members;
  readonly response?: Members;
  readonly content?: (text: string) => Members;
  readonly requestHeaders?: Readonly<Record<string, string | undefined>>;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly time?: string;
  /** Content of the file, if it is not simply the archive's JSON. */
  readonly file?: (har: { log: { entries: readonly unknown[] } }) => Buffer;
  /** The recording lacks the original bodies, so only statuses are judged. */
  readonly hasNoBodies?: true;
}

export const asText = (har: object): Buffer => Buffer.from(JSON.stringify(har));

/** Returns the recording of some calls, as the bytes of a file. */
export function exported(dialect: Dialect, calls: readonly RecordedCall[]): Buffer {
  const entries = calls.map((call, at) => entryOf(dialect, call, at));
  const har = {
    log: { version: "1.2", creator: { name: dialect.creator }, ...dialect.log, entries },
  };
  return (dialect.file ?? asText)(har);
}

function entryOf(dialect: Dialect, { method, path, status, text }: RecordedCall, at: number) {
  const { content = (body: string) => ({ text: body }) } = dialect;
  const isEmpty = text === "";
  const type = isEmpty ? {} : { "content-type": "application/json" };
  return {
    startedDateTime: dialect.time ?? new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString(),
    time: 12,
    ...dialect.entry,
    request: {
      method,
      url: BASE + path,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: fieldsOf({ authorization: `Bearer ${KEY}`, ...dialect.requestHeaders }),
      queryString: [],
      headersSize: -1,
      bodySize: 0,
      ...dialect.request,
    },
    response: {
      status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: fieldsOf({ date: "now", ...type, ...(isEmpty ? {} : dialect.responseHeaders) }),
      content: {
        size: Buffer.byteLength(text),
        mimeType: isEmpty ? "" : "application/json",
        ...(isEmpty ? {} : content(text)),
      },
      redirectURL: "",
      headersSize: -1,
      bodySize: -1,
      ...dialect.response,
    },
  };
}

function fieldsOf(fields: Readonly<Record<string, string | undefined>>) {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value }],
  );
}
