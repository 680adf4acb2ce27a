/** For the tests of judge: entries of a recording, as Chromium exports them. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import type { HarEntry } from "../../contract-tests/traffic/recordings/har-entry.ts";

export const BASE = "https://orders.example/v1";
export const KEY = "key-of-the-app-4711";

const LIST = '[{"id":9223372036854775807,"petId":1,"quantity":1,"complete":false}]';

type Changes = {
  readonly at?: number;
  readonly status?: number;
  readonly text?: string;
  readonly authorization?: string | null;
  readonly requestHeaders?: HarEntry["request"]["headers"];
  readonly headers?: HarEntry["request"]["headers"];
  readonly content?: object;
};

/** `call` is `GET /store/orders`, or has an absolute address. `at` is in seconds from the start. */
export function entry(call: string, changes: Changes = {}): HarEntry {
  const [method = "", path = ""] = call.split(" ");
  const { at = 0, status = 200, text = status === 200 ? LIST : "" } = changes;
  const { authorization = `Bearer ${KEY}` } = changes;
  const key = authorization === null ? [] : [{ name: "authorization", value: authorization }];
  const type = text === "" ? [] : [{ name: "content-type", value: "application/json" }];
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString(),
    time: 12.5,
    request: {
      method,
      url: path.startsWith("/") ? BASE + path : path,
      headers: [
        { name: ":authority", value: "orders.example" },
        { name: "origin", value: "https://app.example" },
        ...key,
        ...(changes.requestHeaders ?? []),
      ],
      cookies: [],
      bodySize: 0,
    },
    response: {
      status,
      statusText: "",
      headers: changes.headers ?? [{ name: "date", value: "now" }, ...type],
      content: { size: Buffer.byteLength(text), text, ...changes.content },
      bodySize: -1,
      _transferSize: 500,
    },
  };
}

export const error = (status: number): string =>
  JSON.stringify({ code: "c", message: "m", status });

/**
 * Writes the text, or the entries as a HAR, to a file and returns its path. `log` has further
 * members of the archive.
 */
export function recording(
  content: string | Buffer | readonly object[],
  name = "app.har",
  log: object = {},
): string {
  const path = join(temporaryFolder(), name);
  const isFile = typeof content === "string" || Buffer.isBuffer(content);
  const text = isFile ? content : JSON.stringify({ log: { ...log, entries: content } }, null, 1);
  writeFileSync(path, text);
  return path;
}

export const CANCEL = "DELETE /store/orders/9223372036854775807";
