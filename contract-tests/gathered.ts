/** Bytes that arrive in pieces, kept in one buffer of the announced size: a list of 120 MB is not held twice. */
export class Gathered {
  size = 0;
  private room: Buffer;

  /** Bytes that are expected; more may come. */
  constructor(announced = 0) {
    this.room = Buffer.allocUnsafe(announced);
  }

  add(chunk: Uint8Array): void {
    const size = this.size + chunk.length;
    if (size > this.room.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.room.length));
      larger.set(this.bytes);
      this.room = larger;
    }
    this.room.set(chunk, this.size);
    this.size = size;
  }

  /** Forgets all but the first bytes. */
  cut(size: number): void {
    this.size = Math.min(this.size, size);
    this.room = Buffer.from(this.bytes);
  }

  get bytes(): Buffer {
    return this.room.subarray(0, this.size);
  }
}
