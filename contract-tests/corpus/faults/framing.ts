/** Bodies that end early or are framed wrongly, and 204 with content. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { type Fault, fault, UNSEEN } from "../variant.ts";
import { on, type SITES, type Wire } from "./sites.ts";

const head = (plain: Buffer): number => plain.indexOf("\r\n\r\n") + 4;
const relabel = (plain: Buffer, from: RegExp, to: string): Buffer =>
  Buffer.concat([
    Buffer.from(plain.subarray(0, head(plain)).toString("latin1").replace(from, to), "latin1"),
    plain.subarray(head(plain)),
  ]);
const LENGTH = /Content-Length: (\d+)/;

const framing = (
  id: string,
  title: string,
  site: keyof typeof SITES,
  clauses: readonly ClauseId[],
  wire: Wire,
  options: Partial<Fault> = {},
): Fault => fault(id, title, clauses, (service) => on(service, site, (plain) => ({ ...plain, onWire: wire })), options);

const notJudged = { orNotJudged: true } as const;
const truncated = [
  framing(
    "list-shorter-than-length",
    "The list ends before its Content-Length.",
    "list",
    ["body-json", "list-ok"],
    (plain) => ({ parts: [plain.subarray(0, plain.length >> 1)], end: "close" }),
    notJudged,
  ),
  framing(
    "list-reset-in-the-middle",
    "The connection is reset in the middle of the list.",
    "list",
    ["body-json", "list-ok"],
    (plain) => ({ parts: [plain.subarray(0, plain.length >> 1)], end: "reset" }),
    notJudged,
  ),
  framing(
    "list-stalls-in-the-middle",
    "The list stops in the middle, for good.",
    "list",
    ["body-json", "list-ok"],
    (plain) => ({ parts: [plain.subarray(0, plain.length >> 1)], end: "hang" }),
    { ...notJudged, callTimeoutMs: 150 },
  ),
  framing(
    "list-length-one-short",
    "Content-Length of the list is one short: the last bracket is lost.",
    "list",
    ["body-json", "list-ok"],
    (plain) => ({ parts: [relabel(plain, LENGTH, `Content-Length: ${plain.length - head(plain) - 1}`)], end: "close" }),
    notJudged,
  ),
  framing(
    "list-length-counts-characters",
    "Content-Length of the list counts characters, not bytes.",
    "list",
    ["body-json", "list-ok"],
    (plain) => {
      const body = `${plain.subarray(head(plain)).toString().replace("{", '{"note":"Käfig",')}`;
      return {
        parts: [
          relabel(plain.subarray(0, head(plain)), LENGTH, `Content-Length: ${body.length}`),
          Buffer.from(body).subarray(0, body.length),
        ],
        end: "close",
      };
    },
    notJudged,
  ),
  framing(
    "list-two-lengths",
    "The list has two Content-Lengths that differ.",
    "list",
    ["body-json", "list-ok"],
    (plain) => ({ parts: [relabel(plain, LENGTH, "Content-Length: 2\r\n$&")], end: "close" }),
    notJudged,
  ),
  framing(
    "list-chunks-cut",
    "The last chunk of the list is missing.",
    "list",
    ["body-json", "list-ok"],
    (plain) => {
      const body = plain.subarray(head(plain));
      return {
        parts: [
          relabel(plain.subarray(0, head(plain)), LENGTH, "Transfer-Encoding: chunked"),
          Buffer.from(`${body.length.toString(16)}\r\n`),
          body,
          Buffer.from("\r\n"),
        ],
        end: "close",
      };
    },
    notJudged,
  ),
  framing(
    "list-chunk-size-wrong",
    "A chunk of the list has a size that is no number.",
    "list",
    ["body-json", "list-ok"],
    (plain) => {
      const body = plain.subarray(head(plain));
      return {
        parts: [
          relabel(plain.subarray(0, head(plain)), LENGTH, "Transfer-Encoding: chunked"),
          Buffer.from("zz\r\n"),
          body,
          Buffer.from("\r\n0\r\n\r\n"),
        ],
        end: "close",
      };
    },
    notJudged,
  ),
  framing(
    "second-404-reset-in-the-middle",
    "A 404 ends in the middle of its Error.",
    "cancel-404",
    ["cancel-unknown-not-found", "not-found-error-body", "body-json"],
    (plain) => ({ parts: [plain.subarray(0, -10)], end: "close" }),
  ),
  framing(
    "cut-401",
    "A 401 ends in the middle of its Error.",
    "list-401",
    ["list-unauthorized", "auth-error-body", "body-json", "auth-key-exact"],
    (plain) => ({ parts: [plain.subarray(0, -10)], end: "close" }),
  ),
];

const content = (id: string, title: string, wire: Wire): Fault =>
  framing(id, title, "cancel", ["cancel-no-content"], wire, { readOnly: UNSEEN.pending });
const with204 = (more: string, body: string) => (plain: Buffer) =>
  Buffer.concat([relabel(plain, /\r\n\r\n$/, `\r\n${more}\r\n\r\n`), Buffer.from(body)]);
const noContent = [
  content("204-with-length-and-body", "The 204 has a Content-Length of 2 and {} behind it.", (plain) => ({
    parts: [with204("Content-Type: application/json\r\nContent-Length: 2", "{}")(plain)],
    end: "keep",
  })),
  content("204-with-bytes", "Behind the 204 stand bytes that no header speaks of.", (plain) => ({
    parts: [with204("Server: old", "null")(plain)],
    end: "keep",
  })),
  content("204-with-bytes-and-close", "Behind the 204 stand bytes, then the connection is closed.", (plain) => ({
    parts: [with204("Connection: close", '{"status":"cancelled"}')(plain)],
    end: "close",
  })),
  content("204-chunked", "The 204 is chunked, with a chunk.", (plain) => ({
    parts: [with204("Transfer-Encoding: chunked", "2\r\n{}\r\n0\r\n\r\n")(plain)],
    end: "keep",
  })),
  content("204-with-late-bytes", "Behind the 204 bytes come a little later.", (plain) => ({
    parts: [with204("Content-Type: application/json", "")(plain), Buffer.from("{}")],
    end: "close",
    pauseMs: 3,
  })),
  content("204-with-the-order", "Behind the 204 stands the order.", (plain) => ({
    parts: [
      with204(
        "Content-Type: application/json\r\nContent-Length: 40",
        '{"id":23,"petId":102,"quantity":1      }',
      )(plain),
    ],
    end: "close",
  })),
];

export const FRAMING_FAULTS: readonly Fault[] = [...truncated, ...noContent];
