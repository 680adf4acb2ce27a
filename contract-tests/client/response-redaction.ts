/** A response with the key, and what was sent of it, masked. */
import { decodedBody, encodeBody } from "./content-coding.ts";
import type { Exchange, Response } from "./exchange.ts";
import { Redactor, type Secret } from "./redaction.ts";

/** In the place of a token that is made of the key: the text by which a request shows it could make JSON invalid. */
const ECHO = "<the credential of the request>";

/** Bytes of a content that takes time to search. */
const LONG = 1 << 20;

type Received = Pick<Exchange, "response" | "failure">;

/**
 * Masks responses of one deployment: the key and the further secrets in the reason, the headers and the body, also where the body is
 * compressed. `token` is what was sent as the key; a random one is not masked.
 */
export function responseRedactor(key: Secret, further: readonly Secret[] = []) {
  const secrets = [key, ...further];
  const [redactor, keyRedactor] = [new Redactor(secrets), new Redactor([key])];
  /** The last long content in which none of them was found: a list that is sent again is not searched again. */
  let clean: Buffer | undefined;
  const hasSecret = (head: Buffer, content: Buffer): boolean => {
    if (redactor.occursIn(head)) return true;
    if (clean?.equals(content)) return false;
    const isFound = redactor.occursIn(content);
    if (!isFound && content.length > LONG) clean = content;
    return isFound;
  };
  return (
    { response, failure }: Received,
    token: Secret | undefined,
  ): Received & Pick<Exchange, "credentialEchoed"> => {
    const failed = failure !== undefined && { failure };
    if (response === undefined) return { ...failed, credentialEchoed: false };
    const parts = [headOf(response), contentOf(response)] as const;
    const isFound = hasSecret(...parts);
    const isKey = token?.text === key.text;
    const isEchoed = (echo: Redactor): boolean => parts.some((part) => echo.occursIn(part));
    const credentialEchoed =
      token !== undefined && (isKey ? isFound && isEchoed(keyRedactor) : isEchoed(new Redactor([token])));
    if (!credentialEchoed && !isFound) return { response, ...failed, credentialEchoed };
    const isShown = token === undefined || isKey || token.text === token.replacement;
    const masking = isShown ? redactor : new Redactor([...secrets, { ...token, replacement: ECHO }]);
    return { response: masked(response, masking), ...failed, credentialEchoed };
  };
}

/** The reason and the headers. */
function headOf({ reason, headers }: Response): Buffer {
  return Buffer.from([reason, ...headers.flat()].join("\n"), "latin1");
}

function contentOf(response: Response): Buffer {
  const { buffer, byteOffset, byteLength } = decodedBody(response) ?? response.body;
  return Buffer.from(buffer, byteOffset, byteLength);
}

function masked(response: Response, redactor: Redactor): Response {
  const latin1 = (text: string): string => redactor.bytes(Buffer.from(text, "latin1")).toString("latin1");
  const content = contentOf(response);
  const redacted = redactor.bytes(content);
  return {
    ...response,
    reason: latin1(response.reason),
    headers: response.headers.map(([name, value]) => [latin1(name), latin1(value)] as const),
    body: redacted === content ? response.body : encodeBody(redacted, response),
  };
}
