/** Reads the entries of recordings: HAR files, `.ndjson` with one entry a line, or the standard input. */
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import * as v from "valibot";
import { decodeText } from "../../../scenarios/source/decode.ts";
import { describeSystemError } from "../../../spec/errors/system-error.ts";
import { JsonError, parseJson } from "../../../spec/json/json.ts";
import { recordingError } from "../../errors/recordings.ts";
import { interfaceAddress } from "../interface-address.ts";
import { HAR_ENTRY, type HarEntry } from "./har-entry.ts";

/** Megabytes of a file that are read whole. */
const MAX_MB = 200;
const MB = 1e6;
/** Megabytes from which reading takes seconds. */
const LONG_MB = 10;

/** Characters of an address that are read: a server takes no longer ones. */
export const MAX_URL = 1 << 18;

/** An entry, of which nothing but the address need be there. */
export interface RecordedEntry {
  /** `app.har, entry 17`. */
  readonly id: string;
  readonly file: string;
  readonly recorder: Recorder;
  /** In normal form; empty where the entry has none. */
  readonly url: string;
  /** Undefined when a part of the entry that is needed is missing, or of another type. */
  readonly har: HarEntry | undefined;
}

/** What a recording says of its recorder. */
export type Recorder = Readonly<ReturnType<typeof recorderOf>>;

export interface ReadOptions {
  /** The folder that paths start from. Default: the current one. */
  readonly cwd?: string | undefined;
  readonly stdin: () => NodeJS.ReadableStream;
  /** Called with a line about what takes long. */
  readonly onProgress: (line: string) => void;
}

/** `file`: a path, or `-`. Throws a UserError. */
export async function readRecording(
  file: string,
  { cwd = ".", stdin, onProgress }: ReadOptions,
): Promise<readonly RecordedEntry[]> {
  const name = file === "-" ? "the standard input" : file;
  const source = file === "-" ? stdin() : createReadStream(resolve(cwd, file));
  const text = decodeText(await readBytes(source, name));
  const megabytes = Math.round(text.length / MB);
  if (megabytes >= LONG_MB) onProgress(`Reading ${name}, ${megabytes} MB.`);
  return isLines(text, file) ? entriesOfLines(text, name) : entriesOfHar(text, name);
}

async function readBytes(source: NodeJS.ReadableStream, file: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes <= MAX_MB * MB) chunks.push(Buffer.from(chunk));
    }
  } catch (error) {
    throw recordingError("unreadable-recording", { file, why: describeSystemError(error) });
  }
  if (bytes > MAX_MB * MB)
    throw recordingError("recording-too-large", {
      file,
      size: Math.ceil(bytes / MB),
      limit: MAX_MB,
    });
  return Buffer.concat(chunks);
}

/** True if the name says so, or the first line is an entry. */
function isLines(text: string, file: string): boolean {
  const end = text.indexOf("\n");
  const first = end < 0 ? text : text.slice(0, end);
  return file.endsWith(".ndjson") || /^\s*\{\s*"(?:startedDateTime|pageref|request)"/.test(first);
}

function entriesOfLines(text: string, file: string): RecordedEntry[] {
  const recorder = recorderOf({}, []);
  return text.split("\n").flatMap((line, at) => {
    if (line.trim() === "") return [];
    const id = `${file}:${at + 1}`;
    return entryOf(parse(line, id), { id, file, recorder });
  });
}

function entriesOfHar(text: string, file: string): RecordedEntry[] {
  const har = parse(text, file) as { log?: { entries?: unknown } & Creator } | null;
  const entries = har?.log?.entries;
  if (!Array.isArray(entries))
    throw recordingError("bad-recording", {
      place: file,
      problem: "it has no log.entries, as a HAR file has.",
    });
  const recorder = recorderOf(har?.log ?? {}, entries);
  return entries.map((entry, at) =>
    entryOf(entry, { id: `${file}, entry ${at + 1}`, file, recorder }),
  );
}

type Creator = { readonly [Program in "creator" | "browser"]?: { readonly name?: unknown } };

function recorderOf({ creator, browser }: Creator, all: readonly unknown[]) {
  const entries = all.filter((one): one is HarEntry => typeof one === "object" && one !== null);
  const ofPages = entries.filter((one) => !one._apiRequestRef);
  const isOfInterface = ({ request }: HarEntry) =>
    interfaceAddress(String(request?.url).slice(0, MAX_URL)) !== undefined;
  const hasSizes = ofPages.some(({ response }) => response?._transferSize !== undefined);
  return {
    isPlaywright: creator?.name === "Playwright",
    isFirefox: creator?.name === "Firefox",
    /** It has seen what was on the wire, and not what a browser makes of it. */
    isProxy: /proxy|mitm|charles|fiddler|zap|burp|http toolkit/i.test(String(creator?.name)),
    /** It writes bodies as its program has read them: a number may have lost digits. */
    rewritesBodies: /axios/i.test(String(creator?.name)),
    /** The entries from the network have the address of the server. */
    namesServers:
      ofPages.some((one) => one.serverIPAddress) || (browser?.name === "chromium" && hasSizes),
    /** Some requests to the interface are those of a service worker. */
    hasWorker: entries.some((one) => one._serviceWorkerRef && isOfInterface(one)),
  };
}

function entryOf(value: unknown, named: Omit<RecordedEntry, "url" | "har">): RecordedEntry {
  const { request } = (value ?? {}) as { request?: { url?: unknown } };
  const url = typeof request?.url === "string" ? normalized(request.url.slice(0, MAX_URL)) : "";
  const { success, output } = v.safeParse(HAR_ENTRY, value);
  return { ...named, url, har: success ? output : undefined };
}

/** An address as others of the same deployment are written, without credentials. */
function normalized(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.username = "";
  url.password = "";
  return url.href;
}

/** Bodies are texts, so that no id can lose a digit here. The exact reader knows the place of a fault. */
function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw recordingError("bad-recording", faultIn(text, file, error));
  }
}

function faultIn(text: string, file: string, error: unknown) {
  if (text.startsWith("PK")) return { place: file, problem: "it is a zip archive: unpack it." };
  try {
    parseJson(text);
  } catch (exact) {
    if (!(exact instanceof JsonError)) throw exact;
    const before = text.slice(0, exact.offset).split("\n");
    const place = `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
    return { place, problem: `${exact.problem}.` };
  }
  return { place: file, problem: String(error) };
}
