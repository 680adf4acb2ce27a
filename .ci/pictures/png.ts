/** PNG with a palette: screenshots of flat pages have few colours, and a third of the bytes is enough for them. */
import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST_COLORS = 256;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** 0xRRGGBB, row by row. */
  readonly colors: Uint32Array;
}

/** The picture with the 256 colours that it uses most, each other one as the nearest of them. Takes 8 bits a channel, as screenshots have. */
export function withPalette(png: Buffer): Buffer {
  const { width, height, colors } = decode(png);
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const palette = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_COLORS)
    .map(([color]) => color);
  const indices = new Map(palette.map((color, index) => [color, index]));
  for (const color of counts.keys()) if (!indices.has(color)) indices.set(color, nearest(color, palette));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + 1 + x] = indices.get(colors[y * width + x] as number) as number;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8); // 8 bits that are an index into the palette.
  const entries = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", head),
    chunk("PLTE", entries),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function nearest(color: number, palette: readonly number[]): number {
  const distance = (other: number): number =>
    [16, 8, 0].reduce((sum, shift) => sum + (((color >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
  let best = 0;
  for (let index = 1; index < palette.length; index++)
    if (distance(palette[index] as number) < distance(palette[best] as number)) best = index;
  return best;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function decode(png: Buffer): Pixels {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = png[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const bytes = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, channels);
  const colors = new Uint32Array(width * height);
  for (let at = 0; at < colors.length; at++) colors[at] = bytes.readUIntBE(at * channels, 3);
  return { width, height, colors };
}

/** Undoes the filter of each row (PNG, section 9). */
function unfiltered(data: Buffer, rowBytes: number, step: number): Buffer {
  const height = data.length / (rowBytes + 1);
  const bytes = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (rowBytes + 1)];
    for (let x = 0; x < rowBytes; x++) {
      const at = y * rowBytes + x;
      const left = x >= step ? (bytes[at - step] as number) : 0;
      const up = y > 0 ? (bytes[at - rowBytes] as number) : 0;
      const corner = x >= step && y > 0 ? (bytes[at - rowBytes - step] as number) : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] as number;
      bytes[at] = (data[y * (rowBytes + 1) + 1 + x] as number) + guess;
    }
  }
  return bytes;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
