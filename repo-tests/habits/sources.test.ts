/** How files are named, what they may call, and what is written in none of them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { ROOT } from "../manifest.ts";
import { expectNone, READ_JSON_OTHERWISE, USE_THE_TERMINAL } from "./exceptions.ts";
import { folderOf, isShipped } from "./rooms.ts";
import { FILES, linesWith, SOURCES, TEXTS, textOf, wholly } from "./sources.ts";

test("files are named by their content", () => {
  const faults = FILES.filter((file) =>
    /(^|\/)(utils?|helpers?|common|misc|shared)(\.|\/|$)/i.test(file),
  );
  expectNone(
    "A file for all that is left over grows without end. Name it by its noun.",
    wholly(faults, "is not a name"),
  );
});

test("JSON is read by spec/json/json.ts", () => {
  const rule =
    "Order ids beyond 2^53 lose their digits in JSON.parse and response.json(). Use parseJson of spec/json/json.ts (await response.text()).";
  const faults = linesWith(
    /^(?! *(?:\*|\/[/*])).*(?:\bJSON\.parse\(|[.?]json\(\))/,
    SOURCES.filter(isShipped),
  );
  expectNone(rule, faults, READ_JSON_OTHERWISE);
});

test("the version of the interface stands once in code", () => {
  const rule =
    "It changes in one place, spec/base-address.ts: take VERSION_SEGMENT, or an address from there.";
  const faults = linesWith(/^(?! *(?:\*|\/[/*])).*\bv1\b/, SOURCES.filter(isShipped));
  expectNone(rule, faults, { "spec/base-address.ts": "the place" });
});

test("libraries know no command line and no terminal", () => {
  const faults = linesWith(
    /\bconsole\.|\bprocess\.(?:argv|std(?:in|out|err)|exit|exitCode)\b|\bparseArgs\(|"(?:node:)?process"/,
    SOURCES.filter((file) => isShipped(file) && folderOf(file) !== "cli"),
  );
  expectNone(
    "They take options and return data; cli/ reads flags and prints.",
    faults,
    USE_THE_TERMINAL,
  );
});

test("only the public API of Node and of packages is used", () => {
  const faults = linesWith(/(?:^|[^\w.])(?!this\b)[\w$]+[\w$.)\]?!]*\._\w+/, SOURCES);
  expectNone(
    "What begins with an underscore may change in any release, and other runtimes do not have it.",
    faults,
  );
});

test("no path of one machine, and no host of a registry", () => {
  const machine =
    /(?:^|[\s"'`(=:])(?:\/(?:root|Users|work|mnt|workspace)\/|\/home\/\w|[A-Z]:\\Users\\)|\bregistry\.[\w-]+\.\w+/;
  expectNone("They are wrong everywhere else.", linesWith(machine, TEXTS));
});

test("orders-kit is never fetched from a registry", () => {
  const rule =
    "The name is not ours yet: who takes it would get a key. Install the tarball, and write npx --no-install orders-kit.";
  const run =
    /\b(?:npx|bunx|npm (?:exec|x)|(?:pnpm|yarn) dlx) (?!--no-install )(?:-\S+ |"\S+" )*orders-kit\b/;
  const installed =
    /\b(?:npm (?:install|i|add)|(?:pnpm|yarn|bun) add) (?:[^`]* )?orders-kit(?=[@\s`"]|$)/;
  const version = /\borders-kit@[\d^~]/;
  const fetched = new RegExp([run, installed, version].map(({ source }) => source).join("|"));
  expectNone(rule, linesWith(fetched, TEXTS));
});

test("no sentence of the contract is copied", () => {
  const contract = join(ROOT, "../shared/interface.md");
  test.skip(!existsSync(contract), "the contract is not beside this checkout");
  const sentences = sentencesOf(readFileSync(contract, "utf8"));
  expect(sentences.length).toBeGreaterThan(20);
  const faults = TEXTS.flatMap((file) => {
    const text = normalized(textOf(file));
    return sentences
      .filter((sentence) => text.includes(sentence))
      .map((what) => ({ file, line: 1, what }));
  });
  expectNone("The contract is not ours to publish. Say it in our own words.", faults);
});

/** Sentences of seven words and more, without the marks of Markdown. */
function sentencesOf(markdown: string): string[] {
  return markdown
    .split(/\n|\|/)
    .flatMap((line) => line.split(/(?<=[.;:])\s/))
    .map((sentence) => normalized(sentence).replace(/^(?:[-#] |\d+\. )+|[.;:]$/g, ""))
    .filter((sentence) => sentence.split(" ").length >= 7);
}

/** In one line and in lower case, without the marks of Markdown and of comments. */
function normalized(text: string): string {
  return text
    .replace(/^\s*(?:\*|\/\/|#)\s/gm, " ")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
