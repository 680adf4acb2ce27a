/** A learned profile as a YAML file for people: each entry with when and how it was observed, and the names of what is omitted. */
import { SILENCES } from "../../spec/clauses/index.ts";
import { SITUATIONS } from "../../spec/interface/situations.ts";
import { PROFILE_VERSION, type ProfileReply } from "../../spec/profile/shape.ts";
import type { Fields } from "../../spec/schema/value-kinds.ts";
import type { Learned } from "./learn.ts";

/** The schema of an installed orders-kit, by which editors complete a profile. */
const SCHEMA = "./node_modules/orders-kit/spec/profile.schema.json";

export function profileText({ profile, observations, omitted }: Learned): string {
  const { learned = {}, answers, replies, order, latency, violates, accepted } = profile;
  const observed = (entry: string): string => {
    const observation = observations.get(entry);
    if (observation === undefined) return "";
    return `# ${new Date(observation.at).toISOString().replace(/\.\d+/, "")}, ${comment(observation.how)}`;
  };
  const lines: string[] = [
    `# yaml-language-server: $schema=${SCHEMA}`,
    `# How ${comment(learned.from ?? "a deployment")} answers where the contract is silent.`,
    "# `orders-kit mock --profile` with this file answers like it; `orders-kit compare` says what has changed since.",
    `version: ${PROFILE_VERSION}`,
    "learned:",
    `  from: ${scalar(learned.from ?? "")}`,
    `  at: ${scalar(learned.at ?? "")}`,
  ];
  if (violates.length > 0) lines.push("", "# Clauses that it violated.", `violates: [${violates.join(", ")}]`);

  const section = (title: string, name: string, entries: readonly string[]): void => {
    lines.push("", title, entries.length === 0 ? `${name}: {}` : `${name}:`, ...entries);
    const prefix = name === "order" ? "order" : `${name}.`;
    for (const [entry, why] of omitted)
      if (entry.startsWith(prefix)) lines.push(`  # ${comment(entry.slice(prefix.length) || entry)}: ${comment(why)}`);
  };
  section(
    "# Answers to silences: `orders-kit clauses` says what they mean.",
    "answers",
    SILENCES.flatMap(({ id }) =>
      answers[id] === undefined ? [] : [`  ${id}: ${scalar(answers[id])} ${observed(`answers.${id}`)}`],
    ),
  );
  section(
    "# The rest of the replies, with the headers that an app can rely on.",
    "replies",
    SITUATIONS.flatMap(({ id, request }) => {
      const reply = replies[id];
      return reply === undefined
        ? []
        : [`  # ${request}`, `  ${id}: ${observed(`replies.${id}`)}`, ...replyLines(reply)];
    }),
  );
  section("# The fields of listed orders, with the kinds of their values.", "order", fieldLines(order, "  "));
  section(
    "# In milliseconds.",
    "latency",
    Object.entries(latency).map(
      ([operation, { p50, p90, p99 }]) =>
        `  ${operation}: { p50: ${p50}, p90: ${p90}, p99: ${p99} } ${observed(`latency.${operation}`)}`,
    ),
  );
  if (Object.keys(accepted).length > 0)
    section(
      "# Differences that compare accepts.",
      "accepted",
      Object.entries(accepted).map(([entry, why]) => `  ${scalar(entry)}: ${scalar(why)}`),
    );
  return `${lines.join("\n")}\n`;
}

function replyLines(reply: ProfileReply): string[] {
  const lines: string[] = [];
  for (const member of ["status", "body", "type", "code", "message", "text"] as const)
    if (reply[member] !== undefined) lines.push(`    ${member}: ${scalar(reply[member])}`);
  if (reply.fields !== undefined) lines.push("    fields:", ...fieldLines(reply.fields, "      "));
  const headers = Object.entries(reply.headers ?? {});
  lines.push(headers.length === 0 ? "    headers: {}" : "    headers:");
  for (const [name, value] of headers) lines.push(`      ${name}: ${scalar(value)}`);
  return lines;
}

function fieldLines(fields: Fields, indent: string): string[] {
  return Object.entries(fields).map(([name, kinds]) => {
    const [only, ...others] = kinds.map((kind) => scalar(kind));
    return `${indent}${scalar(name)}: ${others.length === 0 && kinds[0] !== "null" ? only : `[${[only, ...others].join(", ")}]`}`;
  });
}

/** A word as it is, anything else in quotes of JSON, which YAML reads as well. */
function scalar(value: string | number): string {
  if (typeof value === "number") return String(value);
  if (/^[A-Za-z][\w./{}-]*$/.test(value) && !/^(?:null|true|false|yes|no|on|off|y|n)$/i.test(value)) return value;
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** On one line, also where a deployment wrote line breaks. */
function comment(text: string): string {
  return [...text]
    .map((sign) => (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(sign) ? " " : sign))
    .join("")
    .slice(0, 200);
}
