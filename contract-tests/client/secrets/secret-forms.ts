/** Secrets, and the texts by which one is recognized once escapes are decoded. */
import { CLAUSES, SILENCES } from "../../../spec/clauses/index.ts";

/** Replaces the key in everything that is shown; a shell expands it to the key. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's notation
export const KEY_PLACEHOLDER = "${ORDERS_API_KEY}";

/** A text that must not be shown, and its replacement. */
export interface Secret {
  readonly text: string;
  readonly replacement: string;
}

const MIN_SEARCHABLE_LENGTH = 6;
/** From this length on, a secret in other letter cases is not an ordinary text either. */
const MIN_CASELESS_LENGTH = 8;

/**
 * A shorter secret, and one that is a word of reports, can be ordinary text: it is masked only after a word such as `key` or
 * `Bearer`, and files are not searched for it.
 */
export const isSearchable = (secret: string): boolean =>
  secret.length >= MIN_SEARCHABLE_LENGTH && !isReportWord(secret);

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
function isReportWord(text: string): boolean {
  return TEXT.includes(text);
}

export interface SecretForms {
  /** Searched for as they are. */
  readonly exact: readonly string[];
  /** Searched for in lower case. */
  readonly caseless: readonly string[];
}

/** One character stands for a byte. */
export function formsOf(secret: string): SecretForms {
  const bytes = Buffer.from(secret);
  const plain = bytes.toString("latin1");
  const once = base64Forms(bytes);
  const wide = [Buffer.from(secret, "utf16le"), Buffer.from(secret, "utf16le").swap16()].map((text) =>
    text.toString("latin1"),
  );
  const exact = [plain, ...once, ...once.flatMap((form) => base64Forms(Buffer.from(form)))];
  const caseless = [
    ...(plain.length >= MIN_CASELESS_LENGTH ? [plain, [...plain].reverse().join(""), ...wide] : wide),
    bytes.toString("hex"),
  ].map((form) => form.toLowerCase());
  return { exact: [...new Set(exact)], caseless: [...new Set(caseless)] };
}

/**
 * Base64 of a text with the secret contains one of these texts: one for each of the three bytes of a group at which the secret
 * can start, without the characters that depend on the bytes around it, in both alphabets (RFC 4648, sections 4 and 5).
 */
function base64Forms(secret: Buffer): string[] {
  const forms = [0, 1, 2].map((before) => {
    const bits = (before + secret.length) * 8;
    const whole = Buffer.concat([Buffer.alloc(before), secret]).toString("base64");
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
  });
  const urlSafe = forms.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"));
  return [...new Set([...forms, ...urlSafe])].filter((form) => form.length >= MIN_SEARCHABLE_LENGTH);
}
