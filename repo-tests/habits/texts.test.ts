/** What is written nowhere in the repository. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { ROOT } from "../manifest.ts";
import { expectNone } from "./rule.ts";
import { TEXTS, textOf } from "./sources.ts";

test("no path of one machine, and no host of a registry", () => {
  const machine =
    /(?:^|[\s"'`(=:])(?:\/(?:root|Users|work|mnt|workspace)\/|\/home\/\w|[A-Z]:\\Users\\)|\bregistry\.[\w-]+\.\w+/;
  const faults = TEXTS.flatMap((file) =>
    textOf(file)
      .split("\n")
      .flatMap((text, index) => {
        const found = machine.exec(text);
        return found === null ? [] : [{ file, line: index + 1, what: `has "${found[0].trim()}"` }];
      }),
  );
  expectNone("They are wrong everywhere else.", faults);
});

test("no sentence of the contract is copied", () => {
  const contract = join(ROOT, "../shared/interface.md");
  test.skip(!existsSync(contract), "the contract is not beside this checkout");
  const sentences = sentencesOf(readFileSync(contract, "utf8"));
  expect(sentences.length).toBeGreaterThan(20);
  const faults = TEXTS.flatMap((file) => {
    const text = normalized(textOf(file));
    return sentences.filter((sentence) => text.includes(sentence)).map((what) => ({ file, line: 1, what }));
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
