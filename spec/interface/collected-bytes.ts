/**
 * Bytes that arrive in pieces, in one buffer that grows: a piece of one byte that is kept as it arrives takes some hundred bytes of
 * memory, so that a body in small pieces would take gigabytes.
 */
export class CollectedBytes {
  size = 0;
  private buffer = Buffer.alloc(0);

  add(piece: Uint8Array): void {
    const size = this.size + piece.length;
    if (size > this.buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(size, 2 * this.buffer.length));
      grown.set(this.bytes);
      this.buffer = grown;
    }
    this.buffer.set(piece, this.size);
    this.size = size;
  }

  /** Shows the same memory until more is added. */
  get bytes(): Buffer {
    return this.buffer.subarray(0, this.size);
  }
}
