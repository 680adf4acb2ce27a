/** An error of the control API, sent as application/problem+json (RFC 9457), never as an Error of the contract. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  /** For programs. */
  readonly code: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  constructor(
    status: number,
    { code, message }: { code: string; message: string },
    headers: readonly string[] = [],
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}
