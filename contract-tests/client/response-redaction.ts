/** A response with the key, and what was sent of it, masked. */
import { decodedBody, encodeBody } from "./content-coding.ts";
import type { MaskedText } from "./credential-entry.ts";
import type { Exchange, Received, Response } from "./exchange.ts";
import {
  CREDENTIAL_PLACEHOLDER,
  isSearchable,
  MASKED_WHOLE,
  Redactor,
  type Secret,
} from "./redaction.ts";

const NOT_JUDGED =
  "the API key, or a header of the target, is in a body so often that the body is masked as a whole and not judged";

/** Bytes of a content that takes time to search. */
const LONG = 1 << 20;

/**
 * Masks responses of one deployment: the key and the further secrets in the reason, the headers and the body, also where the body is
 * compressed. `token` is what was sent as the key; one that is shown as it was sent is not masked.
 */
export function responseRedactor(key: Secret, further: readonly Secret[] = []) {
  const secrets = [key, ...further];
  const redactor = new Redactor(secrets);
  /** The last long content in which none of them was found: a list that is sent again is not searched again. */
  let clean: Buffer | undefined;
  return (
    { response, failure }: Received,
    token: MaskedText | undefined,
  ): Received & Pick<Exchange, "credentialEchoed"> => {
    const failed = failure !== undefined && { failure };
    if (response === undefined) return { ...failed, credentialEchoed: false };
    const [head, content] = [headOf(response), contentOf(response)];
    const isClean = clean?.equals(content) === true;
    const isFound = redactor.occursIn(head) || (!isClean && redactor.occursIn(content));
    if (!isFound && content.length > LONG) clean = content;
    const sent: Secret[] =
      token && isSearchable(token.sent)
        ? [{ text: token.sent, replacement: CREDENTIAL_PLACEHOLDER }]
        : [];
    const isKey = token?.sent === key.text;
    const echo = new Redactor(isKey && !isFound ? [] : sent);
    const credentialEchoed = [head, content].some((part) => echo.occursIn(part));
    if (!credentialEchoed && !isFound) return { response, ...failed, credentialEchoed };
    const isShown = isKey || token?.sent === token?.masked;
    const masking = isShown ? redactor : new Redactor([...secrets, ...sent]);
    return { ...failed, ...masked(response, masking), credentialEchoed };
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

/** It is not judged where the content is masked as a whole: what is wrong with that is not the deployment's doing. */
function masked(response: Response, redactor: Redactor): Received {
  const latin1 = (text: string): string =>
    redactor.bytes(Buffer.from(text, "latin1")).toString("latin1");
  const head = {
    reason: latin1(response.reason),
    headers: response.headers.map(([name, value]) => [latin1(name), latin1(value)] as const),
  };

  const content = contentOf(response);
  const redacted = redactor.bytes(content);
  if (redacted === MASKED_WHOLE)
    return {
      response: { ...response, ...head, body: MASKED_WHOLE },
      failure: { kind: "harness", message: NOT_JUDGED },
    };

  const body = redacted === content ? response.body : encodeBody(redacted, response);
  return { response: { ...response, ...head, body } };
}
