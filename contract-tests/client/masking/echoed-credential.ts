/** Tells whether a response repeats the credential of its request. */
import { readableContent } from "../content.ts";
import type { MaskedText } from "../credential-entry.ts";
import type { Received } from "../exchange.ts";
import { isSearchable, Redactor } from "./redaction.ts";

/** Bytes of a content that takes time to search. */
const LONG = 1 << 20;

/** For the responses of one deployment: a long content in which nothing was found, such as a list that is sent again, is searched once. */
export function echoFinder() {
  let searched: { readonly token: string; readonly content: Buffer } | undefined;
  return ({ response }: Received, token: MaskedText | undefined): boolean => {
    if (response === undefined || token === undefined || !isSearchable(token.sent)) return false;
    const redactor = new Redactor([{ text: token.sent, replacement: token.masked }]);
    const head = [response.reason, ...response.headers.flat()].join("\n");
    if (redactor.occursIn(Buffer.from(head, "latin1"))) return true;

    const { buffer, byteOffset, byteLength } = readableContent(response);
    const content = Buffer.from(buffer, byteOffset, byteLength);
    if (searched?.token === token.sent && searched.content.equals(content)) return false;
    const isEchoed = redactor.occursIn(content);
    if (!isEchoed && content.length > LONG) searched = { token: token.sent, content };
    return isEchoed;
  };
}
