/** Why a call of the control did not do what it should: sent as application/problem+json (RFC 9457), never as an Error of the contract. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  /** In words, for programs. */
  readonly code: string;
  /** Header names and values in turn. */
  readonly headers: readonly string[];
  constructor(status: number, { code, message }: { code: string; message: string }, headers: readonly string[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}
