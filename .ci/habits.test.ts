/**
 * The habits of this project that neither the compiler nor Biome nor knip can hold. Each failure names the file, the line,
 * the rule and its reason. What is excepted stands in a table with its reason, and goes when it is no longer needed.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import {
  type Exceptions,
  IN_BROWSERS,
  KNOW_THE_MOCK,
  LONG_FILES,
  LONGEST,
  NOT_AS_USERS,
  READ_JSON_OTHERWISE,
  ROOMS,
} from "./habits/exceptions.ts";
import { callsOf, FILES, importsOf, isWritten, type Place, ROOT, reachedFrom, SOURCES, textOf } from "./habits/tree.ts";

/** Fails with a line for each fault, and with one for each exception that nothing needs any more. */
function hold(rule: string, faults: readonly Place[], exceptions: Exceptions = {}): void {
  const excepted = Object.entries(exceptions).flatMap(([reason, paths]) => paths.map((path) => ({ path, reason })));
  const isAt = (path: string, { file }: Place) => (path.endsWith("/") ? file.startsWith(path) : file === path);
  const lines = [
    ...faults
      .filter((fault) => !excepted.some(({ path }) => isAt(path, fault)))
      .map(({ file, line, what }) => `${file}:${line}  ${what.split("\n")[0]}`),
    ...excepted
      .filter(({ path }) => !faults.some((fault) => isAt(path, fault)))
      .map(
        ({ path, reason }) =>
          `${path}  needs no exception any more: ${reason} Take it out of .ci/habits/exceptions.ts.`,
      ),
  ];
  if (lines.length > 0) throw new Error([rule, ...lines].join("\n"));
}

/** The room of a file: its first folder, or the root. */
function roomOf(file: string): (typeof ROOMS)[number] {
  const [first = ""] = file.split("/");
  return ROOMS.find((room) => room === first) ?? "the root";
}

test("imports go from right to left: spec, fixtures, scenarios, mock, contract-tests, the root", () => {
  const faults = SOURCES.filter((file) => !file.startsWith("examples/")).flatMap((file) =>
    importsOf(file).flatMap(({ file: imported, line }) =>
      imported !== undefined && ROOMS.indexOf(roomOf(imported)) > ROOMS.indexOf(roomOf(file))
        ? [{ file, line, what: `imports ${imported}` }]
        : [],
    ),
  );
  hold("Each room knows those before it, so that it can be read and tested without those after it.", faults);
});

test("the contract suite knows the mock in one file only", () => {
  const faults = SOURCES.filter((file) => roomOf(file) === "contract-tests").flatMap((file) =>
    importsOf(file).flatMap(({ file: imported, line }) =>
      imported !== undefined && roomOf(imported) === "mock" ? [{ file, line, what: `imports ${imported}` }] : [],
    ),
  );
  hold("A suite that knows the mock's insides proves nothing: targets.ts alone starts it.", faults, KNOW_THE_MOCK);
});

test("what runs in a browser loads nothing of Node", () => {
  const faults = IN_BROWSERS.flatMap((entry) =>
    [...reachedFrom(entry)].flatMap(([file, way]) =>
      importsOf(file).flatMap(({ specifier, line, typeOnly }) =>
        specifier.startsWith("node:") && !typeOnly
          ? [{ file, line, what: `imports ${specifier}, and is loaded by ${way.join(" → ")}` }]
          : [],
      ),
    ),
  );
  hold("These files are bundled into apps and pages: there is no Node.", faults);
});

test("examples use the package as a user does", () => {
  const { exports } = JSON.parse(textOf("package.json"));
  const offered = Object.keys(exports).map((path) => path.replace(/^\./, "orders-kit"));
  const faults = SOURCES.filter((file) => file.startsWith("examples/")).flatMap((file) =>
    importsOf(file).flatMap(({ specifier, file: imported, line }) => {
      const home = file.split("/").slice(0, 2).join("/");
      const inside = imported === undefined ? !/^orders-kit(\/|$)/.test(specifier) : imported.startsWith(`${home}/`);
      return inside || offered.includes(specifier) ? [] : [{ file, line, what: `imports ${specifier}` }];
    }),
  );
  hold(`An example is copied: it can import what the package exports (${offered.join(", ")}).`, faults, NOT_AS_USERS);
});

test(`no file is longer than ${LONGEST} lines`, () => {
  const faults = FILES.filter((file) => isWritten(file) && /\.(tsx?|css|html|lua|ya?ml)$/.test(file))
    .map((file) => ({ file, line: textOf(file).trimEnd().split("\n").length, what: "ends here" }))
    .filter(({ line }) => line > LONGEST);
  hold(`A file holds one concept; above ${LONGEST} lines it holds several. Part it.`, faults, LONG_FILES);
});

test("files are named by what they hold", () => {
  const faults = FILES.filter((file) => /(^|\/)(utils?|helpers?|common|misc|shared)(\.|\/|$)/i.test(file)).map(
    (file) => ({ file, line: 1, what: "a drawer" }),
  );
  hold("A drawer for all that is left over grows without end. Name the file by the noun that it is about.", faults);
});

test("JSON is read by spec/json.ts", () => {
  const faults = SOURCES.flatMap((file) =>
    callsOf(file).filter(
      ({ callee, arguments: count }) =>
        callee === "JSON.parse" || (/[.?]json$/.test(callee) && count === 0 && callee !== "fc.json"),
    ),
  );
  const rule =
    "Order ids beyond 2^53 lose their digits in JSON.parse and response.json(). Use parseJson of spec/json.ts (await response.text()).";
  hold(rule, faults, READ_JSON_OTHERWISE);
});

test("nothing tells of the machine that it was written on", () => {
  const tell =
    /(?:^|[\s"'`(=:])(?:\/(?:root|Users|work|mnt|workspace)\/|\/home\/\w|[A-Z]:\\Users\\)|\bregistry\.[\w-]+\.\w+/;
  const faults = FILES.filter((file) => !/\.(png|ico|woff2?)$/.test(file)).flatMap((file) =>
    textOf(file)
      .split("\n")
      .flatMap((text, index) => {
        const found = tell.exec(text);
        return found === null ? [] : [{ file, line: index + 1, what: `holds "${found[0].trim()}"` }];
      }),
  );
  hold("Paths of one machine and hosts of one registry are wrong everywhere else.", faults);
});

test("no sentence of the contract is copied", () => {
  const contract = join(ROOT, "../shared/interface.md");
  test.skip(!existsSync(contract), "the contract does not stand beside this checkout");
  const sentences = sentencesOf(readFileSync(contract, "utf8"));
  expect(sentences.length).toBeGreaterThan(20);
  const faults = FILES.filter((file) => !/\.(png|ico|woff2?)$/.test(file)).flatMap((file) => {
    const text = flat(textOf(file));
    return sentences.filter((sentence) => text.includes(sentence)).map((what) => ({ file, line: 1, what }));
  });
  hold("The contract is not ours to publish. Say it in our own words.", faults);
});

/** Sentences of seven words and more, without the marks of Markdown. */
function sentencesOf(markdown: string): string[] {
  return markdown
    .split(/\n|\|/)
    .flatMap((line) => line.split(/(?<=[.;:])\s/))
    .map((sentence) => flat(sentence).replace(/^(?:[-#] |\d+\. )+|[.;:]$/g, ""))
    .filter((sentence) => sentence.split(" ").length >= 7);
}

/** In one line and in lower case, without the marks of Markdown and of comments. */
function flat(text: string): string {
  return text
    .replace(/^\s*(?:\*|\/\/|#)\s/gm, " ")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
