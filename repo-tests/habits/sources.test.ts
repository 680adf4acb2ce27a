/** Text that no file may contain, because it would harm a user. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { ROOT } from "../manifest.ts";
import { FILES, linesWith, SHIPPED, textOf } from "./sources.ts";

const TEXTS = FILES.filter((file) => !/\.(?:png|webp|ico|woff2?)$/.test(file));

/** Begins each pattern for code, so that it does not match comments. */
const CODE = "^(?! *(?:\\*|/[/*])).*";

const RULES: readonly {
  readonly why: string;
  readonly files: readonly string[];
  readonly pattern: RegExp;
  /** Files that may contain the pattern. */
  readonly except?: RegExp;
}[] = [
  {
    why: "Order ids beyond 2^53 lose their digits in JSON.parse and response.json(). Use parseJson of spec/json/json.ts.",
    files: SHIPPED,
    pattern: new RegExp(`${CODE}(?:\\bJSON\\.parse\\(|[.?]json\\(\\))`),
    // These read strings, text that orders-kit wrote itself with ids as strings, or text without
    // ids.
    except:
      /^spec\/json\/reader|^mock\/(?:replicas\/|service\/request-log|control\/world-state)|^contract-tests\/(?:playwright\/contract-run|traffic\/recordings\/read-recording|prism\/findings)/,
  },
  {
    why: "A library takes options and returns data; cli/ reads flags and prints.",
    files: SHIPPED.filter((file) => !file.startsWith("cli/")),
    pattern: /\bconsole\.|\bprocess\.(?:argv|std(?:in|out|err)|exit|exitCode)\b|\bparseArgs\(/,
    // The output of a Playwright run, the console of a page, and a failure of the mock itself.
    except:
      /^contract-tests\/playwright\/contract-run|^mock\/(?:msw\/(?:near-miss|explain-start|mock-world)|service\/respond|http\/control\/problem)/,
  },
  {
    why: "Paths of one machine, and hosts of a registry, are wrong everywhere else.",
    files: TEXTS,
    pattern:
      /(?:^|[\s"'`(=:])(?:\/(?:root|Users|work|mnt|workspace)\/|\/home\/\w|[A-Z]:\\Users\\)|\bregistry\.[\w-]+\.\w+/,
  },
  {
    why: "A comment is wrapped at 100 columns, as the code is.",
    files: TEXTS.filter((file) => /\.[jt]s$/.test(file) && !file.includes("/generated/")),
    pattern: /^(?= *(?:\/\*\*|\*|\/\/) )(?!.*biome-ignore).{101,}$/,
  },
  {
    why: "The name is not ours yet: who takes it would get a key. Install the tarball, and write npx --no-install orders-kit.",
    files: TEXTS,
    pattern:
      /\b(?:npx|bunx|npm (?:exec|x)|(?:pnpm|yarn) dlx) (?!--no-install )(?:-\S+ |"\S+" )*orders-kit\b|\b(?:npm (?:install|i|add)|(?:pnpm|yarn|bun) add) (?:[^`]* )?orders-kit(?=[@\s`"]|$)|\borders-kit@[\d^~]/,
  },
];

for (const { why, files, pattern, except } of RULES)
  test(why, () => {
    const searched = files.filter((file) => except?.test(file) !== true);
    expect(linesWith(pattern, searched)).toEqual([]);
  });

test("no sentence of the contract is copied: it is not ours to publish", () => {
  const contract = join(ROOT, "../shared/interface.md");
  test.skip(!existsSync(contract), "the contract is not beside this checkout");
  const sentences = readFileSync(contract, "utf8")
    .split(/\n|\||(?<=[.;:])\s/)
    .map((sentence) => plain(sentence).replace(/^(?:[-#] |\d+\. )+|[.;:]$/g, ""))
    .filter((sentence) => sentence.split(" ").length >= 7);
  expect(sentences.length).toBeGreaterThan(20);
  const copied = TEXTS.flatMap((file) => {
    const text = plain(textOf(file));
    return sentences.filter((one) => text.includes(one)).map((one) => `${file}: ${one}`);
  });
  expect(copied).toEqual([]);
});

/**
 * Returns the text on one line and in lower case, without the marks of Markdown and of comments.
 */
function plain(text: string): string {
  return text
    .replace(/^\s*(?:\*|\/\/|#)\s/gm, " ")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
