/**
 * Replies as bytes on a connection of node:http. Most of what a small answer costs in ServerResponse is writing its head and
 * joining it to the body; here both lie ready in one buffer for as long as the same reply goes out.
 */
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Reply } from "./replies.ts";

/** How long an idle connection is kept. */
export const KEEP_ALIVE_MS = 65_000;
const KEPT = ["Connection", "keep-alive", "Keep-Alive", `timeout=${KEEP_ALIVE_MS / 1000}`];
/** Up to so many bytes a copy costs less than one more piece. */
const ONE_BUFFER = 1 << 15;

/** What goes out for a reply within one second. */
interface Ready {
  readonly date: string;
  readonly pieces: readonly Uint8Array[];
}
const ready = new WeakMap<Reply, Ready>();

export function send(response: ServerResponse, reply: Reply): void {
  // node:http alone knows how an answer waits for the one before it, and how a connection ends.
  const ends = !response.shouldKeepAlive || response.req.httpVersion !== "1.1" || reply.headers.includes("Connection");
  if (response.socket === null || ends) sendByNode(response, reply);
  else sendReady(response, response.socket, reply);
}

/** Writes past the response to the connection that it holds, and ends it as its own writing would: once the bytes are out. */
function sendReady(response: ServerResponse, socket: NonNullable<ServerResponse["socket"]>, reply: Reply): void {
  const pieces = readyPieces(reply);
  const finish = (error?: Error | null): void => {
    if (!error) response.emit("finish");
  };
  const last = pieces.length - 1;
  if (last === 0) {
    socket.write(pieces[0]!);
    if (socket.writableLength === 0) finish();
    // An empty write is called back after all that stands before it; with an error when the connection broke.
    else socket.write("", finish);
    return;
  }
  socket.cork();
  pieces.forEach((piece, at) => {
    if (at === last) socket.write(piece, finish);
    else socket.write(piece);
  });
  socket.uncork();
}

function readyPieces(reply: Reply): readonly Uint8Array[] {
  const date = currentDate();
  const known = ready.get(reply);
  if (known?.date === date) return known.pieces;
  const head = headOf(reply, ["Date", date, ...KEPT]);
  const length = reply.body.reduce((sum, piece) => sum + piece.length, 0);
  const pieces = length <= ONE_BUFFER ? [Buffer.concat([head, ...reply.body])] : [head, ...reply.body.map(asBuffer)];
  ready.set(reply, { date, pieces });
  return pieces;
}

function sendByNode(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers as string[]);
  // All at once: the pieces belong to the world, so a slow client costs their references and no copy.
  response.cork();
  for (const piece of body) response.write(piece);
  response.uncork();
  response.end();
}

/** Status line and fields, with `further` ones, up to the empty line. */
export function headOf({ status, headers }: Reply, further: readonly string[]): Buffer {
  const fields = [...headers, ...further];
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let at = 0; at < fields.length; at += 2) head += `${fields[at]}: ${fields[at + 1]}\r\n`;
  return Buffer.from(`${head}\r\n`, "latin1");
}

let date = "";
let dateUntil = 0;

/** The Date field (RFC 9110, section 6.6.1), which counts seconds. */
export function currentDate(): string {
  const now = Date.now();
  if (now >= dateUntil || now < dateUntil - 1000) {
    date = new Date(now).toUTCString();
    dateUntil = now - (now % 1000) + 1000;
  }
  return date;
}

const asBuffer = (piece: Uint8Array): Buffer => Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
