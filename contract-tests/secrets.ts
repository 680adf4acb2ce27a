/**
 * The forms in which a key can show: plain, percent-encoded, base64 at any alignment. What leaves the holder of the key is
 * masked by them, and what a run has written is searched for them.
 */

/** Stands for the key in everything that is shown; a shell reads it as the variable. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's notation, not ours
export const KEY_MARK = "${ORDERS_API_KEY}";

const TELLING_LENGTH = 6;

/** Shorter keys cannot be told from ordinary text: they are masked only where they are called a key, and not searched for. */
export const isTelling = (key: string): boolean => key.length >= TELLING_LENGTH;

/** A text that must not show, and what stands in its place. */
export interface Secret {
  readonly text: string;
  readonly mark: string;
}

/** A search for one secret in bytes read as Latin-1, one character a byte. */
interface Form {
  readonly bytes: Buffer;
  /** Set for a form that only a pattern finds: `bytes` is then what must be there for the pattern to match at all. */
  readonly pattern?: RegExp;
}

/** Above this size only fixed texts are searched for: a pattern over 100 MB costs seconds. */
const PATTERN_LIMIT = 16 * 1024 * 1024;

const HTML: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function formsOf(secret: string): Form[] {
  const plain = Buffer.from(secret);
  const escaped = [...plain].map((byte) => escapeForPattern(String.fromCharCode(byte)));
  if (!isTelling(secret)) {
    const called = "(?<=\\b(?:bearer|token|credential|key)\\b[^A-Za-z0-9]{1,3})";
    return [{ bytes: plain, pattern: new RegExp(`${called}${escaped.join("")}(?![A-Za-z0-9])`, "gi") }];
  }
  const percent = [...plain].map((byte, at) => `(?:${escaped[at]}|%${byte.toString(16).padStart(2, "0")})`).join("");
  const json = JSON.stringify(secret).slice(1, -1);
  const html = secret.replace(/[&<>"']/g, (character) => HTML[character] ?? character);
  return [
    { bytes: plain },
    ...[json, html].filter((text) => text !== secret).map((text) => ({ bytes: Buffer.from(text) })),
    ...base64Forms(plain).map((text) => ({ bytes: Buffer.from(text) })),
    { bytes: Buffer.from("%"), pattern: caseOfEscapes(percent) },
    { bytes: Buffer.from(secret, "utf16le") },
  ];
}

/** Hexadecimal digits of an escape in either case; the letters of the secret itself as they are. */
function caseOfEscapes(pattern: string): RegExp {
  const either = pattern.replace(/%([0-9a-f]{2})/g, (_, hex: string) => {
    const digits = [...hex].map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit));
    return `%${digits.join("")}`;
  });
  return new RegExp(either, "g");
}

const escapeForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/**
 * What base64 of any text that contains the secret contains: one text for each of the three places at which the secret can
 * start in a group of three bytes, without the characters that depend on its neighbours. Both alphabets.
 */
function base64Forms(secret: Buffer): string[] {
  const forms = [0, 1, 2].map((before) => {
    const bits = (before + secret.length) * 8;
    const whole = Buffer.concat([Buffer.alloc(before), secret]).toString("base64");
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
  });
  const urlSafe = forms.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"));
  return [...new Set([...forms, ...urlSafe])].filter((form) => form.length >= TELLING_LENGTH);
}

/** Finds secrets in bytes and text, and puts their marks in their place. Cheap for large bodies that hold none. */
export class Mask {
  private readonly secrets: readonly { readonly mark: string; readonly forms: readonly Form[] }[];

  constructor(secrets: readonly Secret[]) {
    // The longest first: a key must not be left over from one of its own parts.
    this.secrets = secrets
      .filter(({ text }) => text.length > 0)
      .toSorted((a, b) => b.text.length - a.text.length)
      .map(({ text, mark }) => ({ mark, forms: formsOf(text) }));
  }

  /** The bytes themselves when there is nothing to mask. */
  bytes(bytes: Buffer): Buffer {
    let masked = bytes;
    for (const { mark, forms } of this.secrets) for (const form of forms) masked = replaceForm(masked, form, mark);
    return masked;
  }

  text(text: string): string {
    const bytes = Buffer.from(text);
    const masked = this.bytes(bytes);
    return masked === bytes ? text : masked.toString();
  }

  occursIn(bytes: Buffer): boolean {
    return this.secrets.some(({ forms }) => forms.some((form) => replaceForm(bytes, form, "") !== bytes));
  }
}

function replaceForm(bytes: Buffer, { bytes: needle, pattern }: Form, mark: string): Buffer {
  const first = bytes.indexOf(needle);
  if (first < 0) return bytes;
  if (pattern !== undefined) {
    if (bytes.length > PATTERN_LIMIT) return bytes;
    const text = bytes.toString("latin1");
    const replaced = text.replace(pattern, () => mark);
    return replaced === text ? bytes : Buffer.from(replaced, "latin1");
  }
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = first; at >= 0; at = bytes.indexOf(needle, from)) {
    parts.push(bytes.subarray(from, at), Buffer.from(mark));
    from = at + needle.length;
  }
  parts.push(bytes.subarray(from));
  return Buffer.concat(parts);
}
