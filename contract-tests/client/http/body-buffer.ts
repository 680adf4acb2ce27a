/**
 * The bytes of a body, collected as they arrive. A deployment often sends the same list again: a body with the bytes of a
 * known one is that same object, so that a list of 120 MB is neither stored nor parsed twice.
 */
export class BodyBuffer {
  size = 0;
  /** Of the announced length, filled from the start. */
  private announced: Buffer;
  /** What does not fit into it, as it arrived: a body of an unknown length takes no more memory than it has bytes. */
  private further: Buffer[] = [];
  /** The known body, as long as the bytes that arrive are the same. */
  private known: Buffer | undefined;
  private readonly expectedSize: number;

  /** More than `expectedSize` bytes may be added. */
  constructor(expectedSize = 0, known?: Uint8Array) {
    this.expectedSize = expectedSize;
    const mayBeKnown = known !== undefined && known.length > 0 && known.length === expectedSize;
    this.known = mayBeKnown ? asBuffer(known) : undefined;
    this.announced = Buffer.allocUnsafe(mayBeKnown ? 0 : expectedSize);
  }

  add(chunk: Uint8Array): void {
    const { known } = this;
    const size = this.size + chunk.length;
    if (known !== undefined) {
      if (asBuffer(chunk).equals(known.subarray(this.size, size))) {
        this.size = size;
        return;
      }
      this.known = undefined;
      this.announced = Buffer.allocUnsafe(Math.max(this.expectedSize, this.size));
      this.announced.set(known.subarray(0, this.size));
    }
    if (this.further.length === 0 && size <= this.announced.length) this.announced.set(chunk, this.size);
    else {
      if (this.further.length === 0) this.announced = this.announced.subarray(0, this.size);
      this.further.push(asBuffer(chunk));
    }
    this.size = size;
  }

  /** Keeps the first bytes only. */
  truncate(size: number): void {
    const length = Math.min(size, this.size);
    this.announced = Buffer.concat([this.known ?? this.announced, ...this.further], length);
    this.further = [];
    this.known = undefined;
    this.size = length;
  }

  get bytes(): Buffer {
    if (this.known !== undefined)
      return this.size === this.known.length ? this.known : this.known.subarray(0, this.size);
    if (this.further.length > 0) {
      this.announced = Buffer.concat([this.announced, ...this.further], this.size);
      this.further = [];
    }
    return this.announced.subarray(0, this.size);
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
