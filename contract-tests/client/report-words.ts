/** The words of reports themselves: a key that is one of them cannot be told from ordinary text. */
import { CLAUSES, SILENCES } from "../../spec/clauses/index.ts";

/** Besides those of the catalogue: of HTTP, curl and the sentences of findings. */
const OTHER_WORDS = `Accept Access-Control-Allow-Origin Authorization Basic Bearer Cache-Control Connection Content-Encoding
  Content-Length Content-Range Content-Type Cookie DELETE DELETES Digest HTTP/1.1 Location Method OPTIONS ORDERS_API_KEY Retry-After
  Set-Cookie Transfer-Encoding User-Agent WWW-Authenticate X-API-Key api_key access_token application/json base64 printf http://
  https://127.0.0.1 localhost absent accepted address another answer cancelled cancelling Cancelling character connection credential
  cookie credentials deployment directly evidence expected handed header headers invalid listed Listing missing operation Operation
  ordinary password pending random received refused repeated response retried service shipped unknown violated withheld skipped unproven`;

const TEXT = [
  OTHER_WORDS,
  ...CLAUSES.flatMap((clause) => Object.values(clause)),
  ...SILENCES.flatMap(({ id, section, question, ruling, answers }) => [
    ...[id, section, question, ruling],
    ...Object.entries(answers).flat(),
  ]),
].join("\n");

/** Whether the text is a word of reports, or a part of one. */
export function isReportWord(text: string): boolean {
  return TEXT.includes(text);
}
