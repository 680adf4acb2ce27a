/** What Prism says of an exchange: the entries of its header `sl-violations`, before anybody has made sense of them. */

export interface PrismSaying {
  /** `["request", "path", "orderid"]`, `["response", "body", "0", "shipDate"]`; lower case in requests. */
  readonly location: readonly string[];
  readonly severity: "Error" | "Warning" | "Information" | "Hint";
  /** A keyword of JSON Schema, a status, or nothing. */
  readonly code?: string | number;
  readonly message: string;
}

const CUT = "Too many violations! ";

/** The entries of the header. Prism cuts it at about 8 KB, with a prefix: the whole entries before the cut are kept. */
export function readSayings(header: string | undefined): readonly PrismSaying[] {
  if (header === undefined) return [];
  if (!header.startsWith(CUT)) return JSON.parse(header) as PrismSaying[];
  const text = header.slice(CUT.length);
  // Every entry ends its message with `"}`; the last of them that can be read ends what is whole.
  for (let end = text.lastIndexOf('"}'); end >= 0; end = text.lastIndexOf('"}', end - 1)) {
    try {
      return JSON.parse(`${text.slice(0, end + 2)}]`) as PrismSaying[];
    } catch {
      // The pair stood within a message.
    }
  }
  return [];
}
