/**
 * Reads the entries of recordings: HAR files, `.ndjson` with one entry per line, or the standard
 * input.
 */
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import * as v from "valibot";
import { decodeText } from "../../../scenarios/source/decode.ts";
import { describeSystemError } from "../../../spec/errors/system-error.ts";
import { JsonError, parseJson } from "../../../spec/json/json.ts";
import { interfaceAddress } from "../interface-address.ts";
import { HAR_ENTRY, type HarEntry } from "./har-entry.ts";
import { recordingError } from "./recording-errors.ts";

/** Largest file in megabytes that we read. */
const MAX_MB = 200;
const MB = 1e6;
/** From this many megabytes on, reading takes seconds. */
const LONG_MB = 10;

/** How many characters of an address we read: no server takes a longer one. */
export const MAX_URL = 1 << 18;

/** An entry; only its address is sure to be there. */
export interface RecordedEntry {
  /** `app.har, entry 17`. */
  readonly id: string;
  readonly file: string;
  readonly recorder: RecorderProgram;
  /** Normalized; empty if the entry has no address. */
  readonly url: string;
  /** Undefined if a required part of the entry is missing or has the wrong type. */
  readonly har: HarEntry | undefined;
}

/** Facts about the recorder of a recording. */
export type RecorderProgram = Readonly<ReturnType<typeof recorderOf>>;

export interface ReadOptions {
  /** The base folder of paths. Default: the current folder. */
  readonly cwd?: string | undefined;
  readonly stdin: () => NodeJS.ReadableStream;
  /** Called with a line before something that takes long. */
  readonly onProgress: (line: string) => void;
}

/** `file` is a path, or `-` for the standard input. Throws a UserError. */
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

/** True for `.ndjson`, or if the first line is an entry. */
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
    return recordedEntryOf(parseRecording(line, id), { id, file, recorder });
  });
}

function entriesOfHar(text: string, file: string): RecordedEntry[] {
  const har = parseRecording(text, file) as { log?: { entries?: unknown } & Creator } | null;
  const entries = har?.log?.entries;
  if (!Array.isArray(entries))
    throw recordingError("bad-recording", {
      place: file,
      problem: "it has no log.entries, as a HAR file has.",
    });
  const recorder = recorderOf(har?.log ?? {}, entries);
  return entries.map((entry, at) =>
    recordedEntryOf(entry, { id: `${file}, entry ${at + 1}`, file, recorder }),
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
    /** True for a recorder that sees the wire, not what a browser makes of it. */
    isProxy: /proxy|mitm|charles|fiddler|zap|burp|http toolkit/i.test(String(creator?.name)),
    /**
     * True for a recorder that writes bodies as its program parsed them: a number may have lost
     * digits.
     */
    rewritesBodies: /axios/i.test(String(creator?.name)),
    /** True if entries from the network have the server's address. */
    namesServers:
      ofPages.some((one) => one.serverIPAddress) || (browser?.name === "chromium" && hasSizes),
    /** True if a service worker made some requests to the interface. */
    hasWorker: entries.some((one) => one._serviceWorkerRef && isOfInterface(one)),
  };
}

function recordedEntryOf(value: unknown, named: Omit<RecordedEntry, "url" | "har">): RecordedEntry {
  const { request } = (value ?? {}) as { request?: { url?: unknown } };
  const url = typeof request?.url === "string" ? normalized(request.url.slice(0, MAX_URL)) : "";
  const { success, output } = v.safeParse(HAR_ENTRY, value);
  return { ...named, url, har: success ? output : undefined };
}

/** Normalizes an address, so that those of one deployment agree, and removes credentials. */
function normalized(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.username = "";
  url.password = "";
  return url.href;
}

/**
 * JSON.parse is safe: bodies are strings here, so no id loses digits. For errors, our exact parser
 * finds the position.
 */
function parseRecording(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw recordingError("bad-recording", recordingFault(text, file, error));
  }
}

function recordingFault(text: string, file: string, error: unknown) {
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
