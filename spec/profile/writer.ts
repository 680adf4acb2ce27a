/** Writes a learned profile as YAML for people: each entry with when and how it was observed, and the names of what is omitted. */
import { SITUATIONS } from "../interface/situations.ts";
import { PROFILE_VERSION, type Profile } from "./shape.ts";

/** When and how an entry was observed. */
export interface Observation {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The request, or the check that observed it. */
  readonly how: string;
}

/** A profile with notes by entry: `answers.conflict-body`, `replies.key-missing`, `order`, `latency.listOrders`. */
export interface Learned {
  readonly profile: Profile;
  readonly observations: ReadonlyMap<string, Observation>;
  /** Why an entry is not in the profile. */
  readonly omitted: ReadonlyMap<string, string>;
}

/** The schema of an installed orders-kit, by which editors complete a profile. */
const SCHEMA = "./node_modules/orders-kit/spec/profile.schema.json";

type Value = string | number | readonly string[] | Mapping;
type Mapping = { readonly [name: string]: Value };

export function profileText({ profile, observations, omitted }: Learned): string {
  const { origin, answers, replies, order, latency, violates, accepted } = profile;
  const { from = "", at = "" } = profile.learned ?? {};
  /** A part with its title, and an observation for each entry. */
  const part = (
    title: string,
    name: string,
    entries: Mapping,
    abouts: Readonly<Record<string, string>> = {},
  ) => {
    const isEmpty = Object.keys(entries).length === 0;
    const lines = Object.entries(entries).flatMap(([entry, value]) => {
      const about = abouts[entry] === undefined ? [] : [`  # ${abouts[entry]}`];
      const observed = observations.get(`${name}.${entry}`);
      const when =
        observed &&
        ` # ${new Date(observed.at).toISOString().replace(/\.\d+/, "")}, ${comment(observed.how)}`;
      return [...about, ...entryLines(entry, value, "  ", when)];
    });
    const prefix = name === "order" ? name : `${name}.`;
    const missing = [...omitted].flatMap(([entry, why]) =>
      entry.startsWith(prefix)
        ? [`  # ${comment(entry.slice(prefix.length) || entry)}: ${comment(why)}`]
        : [],
    );
    return ["", `# ${title}`, isEmpty ? `${name}: {}` : `${name}:`, ...lines, ...missing];
  };
  const lines = [
    `# yaml-language-server: $schema=${SCHEMA}`,
    `# How ${comment(from || "a deployment")} answers where the contract is silent.`,
    "# `orders-kit mock --profile` with this file answers like it; `orders-kit compare` says what has changed since.",
    `version: ${PROFILE_VERSION}`,
    ...entryLines("learned", { from, at }),
    ...(origin === undefined
      ? []
      : ["", "# The origin of the app.", ...entryLines("origin", origin)]),
    ...(violates.length > 0
      ? ["", "# Clauses that it violated.", `violates: [${violates.join(", ")}]`]
      : []),
    ...part("Answers to silences: `orders-kit clauses` says what they mean.", "answers", answers),
    ...part(
      "The rest of the replies, with the headers that an app can rely on.",
      "replies",
      replies as Mapping,
      Object.fromEntries(SITUATIONS.map(({ id, request }) => [id, request])),
    ),
    ...part("The fields of listed orders, with the kinds of their values.", "order", order),
    ...part("In milliseconds.", "latency", latency as Mapping),
    ...(Object.keys(accepted).length > 0
      ? part("Differences that compare accepts.", "accepted", accepted)
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** Lists, and mappings of numbers, are on one line. */
function entryLines(name: string, value: Value, indent = "", note = ""): string[] {
  const key = `${indent}${scalar(name)}:`;
  if (typeof value !== "object") return [`${key} ${scalar(value)}${note}`];
  if (isList(value)) {
    const [only = "", ...others] = value.map(scalar);
    return [
      `${key} ${others.length === 0 && only !== '"null"' ? only : `[${[only, ...others].join(", ")}]`}${note}`,
    ];
  }
  const members = Object.entries(value);
  if (members.length === 0) return [`${key} {}${note}`];
  if (members.every(([, member]) => typeof member === "number"))
    return [
      `${key} { ${members.map(([member, number]) => `${member}: ${number}`).join(", ")} }${note}`,
    ];
  return [
    `${key}${note}`,
    ...members.flatMap(([member, content]) => entryLines(member, content, `${indent}  `)),
  ];
}

function isList(value: readonly string[] | Mapping): value is readonly string[] {
  return Array.isArray(value);
}

/** A word as it is, anything else in quotes of JSON, which YAML reads as well. */
function scalar(value: string | number): string {
  if (typeof value === "number") return String(value);
  if (/^[A-Za-z][\w./{}-]*$/.test(value) && !/^(?:null|true|false|yes|no|on|off|y|n)$/i.test(value))
    return value;
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** On one line, also where a deployment wrote line breaks. */
function comment(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ").slice(0, 200);
}
