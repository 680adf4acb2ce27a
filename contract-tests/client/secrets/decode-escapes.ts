/** Text without its escapes, and where each character of it stands in the text. */

export interface DecodedText {
  readonly text: string;
  /** For each UTF-16 unit of `text`, its offset in the text that was decoded; one more for the end. */
  readonly offsets: Uint32Array;
}

const PERCENT = "%(?<percent>[0-9a-f]{2})";
const BACKSLASH = String.raw`\\(?:u(?<json>[0-9a-f]{4})|u\{0{0,8}(?<braced>[0-9a-f]{1,4})\}|x(?<byte>[0-9a-f]{2})|(?<plain>[^ux]))`;
const REFERENCE = "&(?:#x0{0,8}(?<hex>[0-9a-f]{1,4});?|#0{0,8}(?<decimal>[0-9]{1,5});?|(?<name>[a-z]{2,6});)";

/** Percent-encoding; escapes of JSON and of JavaScript; character references of HTML; all of them at once. */
const NOTATIONS = {
  percent: new RegExp(PERCENT, "gi"),
  backslash: new RegExp(BACKSLASH, "gi"),
  reference: new RegExp(REFERENCE, "gi"),
  all: new RegExp(`${PERCENT}|${BACKSLASH}|${REFERENCE}`, "gi"),
} as const;

/** The names of ASCII punctuation in HTML. */
const REFERENCES = new Map(
  Object.entries({
    ...{ excl: "!", quot: '"', num: "#", dollar: "$", percnt: "%", amp: "&", apos: "'", lpar: "(", rpar: ")" },
    ...{ ast: "*", plus: "+", comma: ",", period: ".", sol: "/", colon: ":", semi: ";", lt: "<", equals: "=" },
    ...{ gt: ">", quest: "?", commat: "@", lsqb: "[", lbrack: "[", bsol: "\\", rsqb: "]", rbrack: "]", hat: "^" },
    ...{ lowbar: "_", grave: "`", lcub: "{", lbrace: "{", verbar: "|", vert: "|", rcub: "}", rbrace: "}" },
  }),
);

/** The text as each reader of one notation has it, and as readers of all have it, once and twice. */
export function* decodings(text: string): Generator<DecodedText> {
  const single = (["percent", "backslash", "reference"] as const).flatMap((notation) => decode(text, notation) ?? []);
  yield* single;
  const once = single.length < 2 ? single[0] : decode(text, "all");
  if (once === undefined) return;
  if (single.length > 1) yield once;
  const twice = decode(once.text, "all");
  if (twice !== undefined) yield { text: twice.text, offsets: twice.offsets.map((at) => once.offsets[at] as number) };
}

/** Undefined for a text without escapes. */
function decode(text: string, notation: keyof typeof NOTATIONS): DecodedText | undefined {
  let offsets: Uint32Array | undefined;
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  const copyTo = (end: number): void => {
    offsets ??= new Uint32Array(text.length + 1);
    parts.push(text.slice(from, end));
    for (let at = from; at < end; at++) offsets[length++] = at;
  };
  for (const match of text.matchAll(NOTATIONS[notation])) {
    const character = characterOf(match.groups ?? {});
    if (character === undefined) continue;
    copyTo(match.index);
    parts.push(character);
    from = match.index + match[0].length;
    offsets![length++] = match.index;
  }
  if (offsets === undefined) return undefined;
  copyTo(text.length);
  offsets[length] = text.length;
  return { text: parts.join(""), offsets: offsets.subarray(0, length + 1) };
}

function characterOf(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const { percent, json, braced, byte, hex, decimal, plain, name } = groups;
  const code = percent ?? json ?? braced ?? byte ?? hex;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  return plain ?? REFERENCES.get(name?.toLowerCase() ?? "");
}
