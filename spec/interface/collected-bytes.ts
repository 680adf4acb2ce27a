/**
 * Collects bytes that arrive in pieces, in one growing buffer. A one-byte piece kept as it arrives
 * takes a hundred bytes or more, so a body in tiny pieces would take gigabytes.
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

  /** A view of the buffer, valid until `add` is called again. */
  get bytes(): Buffer {
    return this.buffer.subarray(0, this.size);
  }
}
