/** A response with the key, and what was sent of it, masked. */
import { decodeContent, encodeContent } from "./content-coding.ts";
import { type Exchange, header, type Response } from "./exchange.ts";
import { Redactor, type Secret } from "./redaction.ts";
import type { RequestCredential } from "./request-credential.ts";

/** In the place of a token that is made of the key: the text by which a request shows it could make JSON invalid. */
const ECHO = "<the credential of the request>";

/** Masks responses of one deployment. `secrets` are the key, first, and what else must not be shown. */
export class ResponseRedactor {
  private readonly secrets: readonly Secret[];
  private readonly redactor: Redactor;
  private readonly keyRedactor: Redactor;
  /** Bodies that are known to contain no secret. */
  private readonly clean = new WeakSet<Uint8Array>();

  constructor(key: Secret, further: readonly Secret[] = []) {
    this.secrets = [key, ...further];
    this.redactor = new Redactor(this.secrets);
    this.keyRedactor = new Redactor([key]);
  }

  /**
   * Masks the key and the further secrets in the reason, the headers and the body, also where the body is compressed. A random
   * token that was sent as a wrong key is not masked.
   */
  redact(
    { response, failure }: Pick<Exchange, "response" | "failure">,
    { token }: RequestCredential,
  ): Pick<Exchange, "response" | "failure" | "credentialEchoed"> {
    const failed = failure !== undefined && { failure };
    if (response === undefined) return { ...failed, credentialEchoed: false };
    const isKnown = isPlain(response) && this.clean.has(response.body);
    const hasSecret = contains(response, this.redactor, isKnown ? undefined : contentOf(response));
    if (isPlain(response) && !hasSecret) this.clean.add(response.body);
    const isKey = token?.text === this.secrets[0]?.text;
    const tokenRedactor = isKey || token === undefined ? this.keyRedactor : new Redactor([token]);
    const mayEcho = token !== undefined && (isKey ? hasSecret : true);
    const credentialEchoed = mayEcho && contains(response, tokenRedactor, contentOf(response));
    const isShown = token === undefined || isKey || token.text === token.replacement;
    const redactor = isShown ? this.redactor : new Redactor([...this.secrets, { ...token, replacement: ECHO }]);
    return {
      response: credentialEchoed || hasSecret ? masked(response, redactor) : response,
      ...failed,
      credentialEchoed,
    };
  }
}

function contains({ reason, headers }: Response, redactor: Redactor, content: Buffer | undefined): boolean {
  const head = Buffer.from([reason, ...headers.flat()].join("\n"), "latin1");
  return redactor.occursIn(head) || (content !== undefined && redactor.occursIn(content));
}

const isPlain = (response: Response): boolean => header(response, "content-encoding") === undefined;

function contentOf(response: Response): Buffer {
  const coding = header(response, "content-encoding");
  const content = coding === undefined ? undefined : decodeContent(response.body, coding);
  const { buffer, byteOffset, byteLength } = content ?? response.body;
  return Buffer.from(buffer, byteOffset, byteLength);
}

function masked(response: Response, redactor: Redactor): Response {
  const latin1 = (text: string): string => redactor.bytes(Buffer.from(text, "latin1")).toString("latin1");
  const content = contentOf(response);
  const redacted = redactor.bytes(content);
  const coding = header(response, "content-encoding");
  return {
    ...response,
    reason: latin1(response.reason),
    headers: response.headers.map(([name, value]) => [latin1(name), latin1(value)] as const),
    body: redacted === content ? response.body : coding === undefined ? redacted : encodeContent(redacted, coding),
  };
}
