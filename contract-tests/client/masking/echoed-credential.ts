/** Tells whether a response repeats the credential of its request. */
import { readableContent } from "../content.ts";
import type { MaskedText } from "../credential-entry.ts";
import type { Answer } from "../exchange.ts";
import { isSearchable, Redactor } from "./redaction.ts";

/** Above this many bytes, searching the content takes time. */
const LONG_ENOUGH = 1 << 20;

/**
 * For the responses of one deployment. Searches a long content once, if it is clean and comes
 * again, like a list.
 */
export function echoFinder() {
  let searched: { readonly token: string; readonly content: Buffer } | undefined;
  return ({ response }: Answer, token: MaskedText | undefined): boolean => {
    if (response === undefined || token === undefined || !isSearchable(token.sent)) return false;
    const redactor = new Redactor([{ text: token.sent, replacement: token.masked }]);
    const head = [response.reason, ...response.headers.flat()].join("\n");
    if (redactor.occursIn(Buffer.from(head, "latin1"))) return true;

    const { buffer, byteOffset, byteLength } = readableContent(response);
    const content = Buffer.from(buffer, byteOffset, byteLength);
    if (searched?.token === token.sent && searched.content.equals(content)) return false;
    const isEchoed = redactor.occursIn(content);
    if (!isEchoed && content.length > LONG_ENOUGH) searched = { token: token.sent, content };
    return isEchoed;
  };
}
