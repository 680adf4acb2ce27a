/** A body of an unknown length with more bytes has one buffer at once: to join its pieces would take its size twice. */
const MAX_PIECES_BYTES = 16 << 20;

/**
 * The bytes of a body, collected as they arrive. A deployment often sends the same list again: a body with the bytes of a
 * known one is that same object, so that a list of 120 MB is neither stored nor parsed twice.
 */
export class BodyBuffer {
  size = 0;
  /** Filled from the start. */
  private buffer: Buffer;
  /** What does not fit into it, as it arrived: a body of an unknown length takes no more memory than it has bytes. */
  private further: Buffer[] = [];
  /** The known body, as long as the bytes that arrive are the same. */
  private known: Buffer | undefined;
  private readonly announced: number;
  private readonly limit: number;

  /** At most `limit` bytes may be added, and more or fewer than `announced`; 0: nothing was announced. */
  constructor(limit = 0, announced = 0, known?: Uint8Array) {
    this.limit = limit;
    this.announced = announced;
    const mayBeKnown = known !== undefined && known.length > 0 && (announced === 0 || known.length === announced);
    this.known = mayBeKnown ? asBuffer(known) : undefined;
    this.buffer = Buffer.allocUnsafe(mayBeKnown ? 0 : announced);
  }

  add(chunk: Uint8Array): void {
    const { known } = this;
    if (known !== undefined) {
      if (asBuffer(chunk).equals(known.subarray(this.size, this.size + chunk.length))) {
        this.size += chunk.length;
        return;
      }
      this.known = undefined;
      this.buffer = Buffer.allocUnsafe(Math.max(this.announced, this.size));
      this.buffer.set(known.subarray(0, this.size));
    }
    const size = this.size + chunk.length;
    // Pages of a buffer that are never written take no memory.
    if (size > this.buffer.length && size > MAX_PIECES_BYTES && size <= this.limit)
      this.buffer = this.joined(Buffer.allocUnsafe(this.limit));
    if (this.further.length === 0 && size <= this.buffer.length) this.buffer.set(chunk, this.size);
    else {
      if (this.further.length === 0) this.buffer = this.buffer.subarray(0, this.size);
      this.further.push(asBuffer(chunk));
    }
    this.size = size;
  }

  /** Keeps the first bytes only. */
  truncate(size: number): void {
    this.buffer = Buffer.from(this.bytes.subarray(0, size));
    this.known = undefined;
    this.size = this.buffer.length;
  }

  get bytes(): Buffer {
    if (this.known !== undefined)
      return this.size === this.known.length ? this.known : this.known.subarray(0, this.size);
    if (this.further.length > 0) this.buffer = this.joined(Buffer.allocUnsafe(this.size));
    return this.buffer.subarray(0, this.size);
  }

  /** What has arrived, at the start of `target`. */
  private joined(target: Buffer): Buffer {
    let end = 0;
    for (const piece of [this.buffer.subarray(0, this.size), ...this.further]) {
      target.set(piece, end);
      end += piece.length;
    }
    this.further = [];
    return target;
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
