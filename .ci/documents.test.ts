/** The pages hold what they promise: every link leads somewhere, and whoever follows a section gets where it leads. */
import { cpSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { chromiumLaunch, unpackChromium } from "../mock/browser/chromium.ts";
import { type Block, pages, type Section } from "./documents/pages.ts";
import { Reader } from "./documents/reader.ts";
import { MANIFEST, ROOT } from "./package/consumer.ts";
import { test as base, expect } from "./package/installed.ts";

const PAGES = pages(ROOT);
/** Blocks that a reader sees and this test cannot follow; each says why. */
const MOST_NOT_RUN = 5;
const pinned = (name: string): string => `${name}@${MANIFEST.devDependencies[name]}`;
/** What a reader has before they come to a page. */
const OWN_TOOLS = [pinned("typescript"), pinned("vite"), "vitest@4.1.12"];
const ALL_PARTS = ["orders-kit", ...["msw", "playwright", "@stoplight/prism-cli"].map(pinned)];
const BY_NAME = /^(?:\/\/|#) ([\w./-]+\.(?:ts|mjs|js|ya?ml))\b/;

const test = base.extend<{ reader: Reader }, { installed: Reader }>({
  /** One who has installed all parts, for pages that begin where that is done. */
  installed: [
    async ({ tarball }, use) => {
      const reader = new Reader(tarball.path);
      await reader.run(`npm install ${ALL_PARTS.join(" ")}`);
      await use(reader);
      await reader.leave();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  reader: async ({ tarball }, use) => {
    const reader = new Reader(tarball.path);
    await use(reader);
    await reader.leave();
  },
});

test("every link leads to a file and a heading that are there", () => {
  const broken = PAGES.flatMap(({ path, links }) =>
    links
      .filter((link) => !/^https?:/.test(link))
      .filter((link) => {
        const [file = "", anchor] = link.split("#");
        const target = file === "" ? path : normalize(join(dirname(path), file));
        const anchors = PAGES.find((page) => page.path === target)?.anchors ?? [];
        return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchors.includes(anchor));
      })
      .map((link) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("pictures are sharp, and small enough to load", () => {
  const pictures = PAGES.flatMap(({ path, links }) =>
    links.filter((link) => link.endsWith(".png")).map((link) => join(ROOT, dirname(path), link)),
  );
  expect(pictures.length).toBeGreaterThan(1);
  for (const picture of pictures) {
    const png = readFileSync(picture);
    expect(png.readUInt32BE(16), `${picture}: width in pixels`).toBeGreaterThan(1600);
    expect(png.length, `${picture}: bytes`).toBeLessThan(250_000);
  }
});

test("what is not run says why, and is little", () => {
  const blocks = PAGES.flatMap(({ sections }) => sections.flatMap(({ blocks }) => blocks));
  const notRun = blocks.filter((block) => block.notRun !== undefined);
  for (const { notRun: why = "" } of notRun) expect(why.length).toBeGreaterThan(15);
  expect(notRun.length).toBeLessThanOrEqual(MOST_NOT_RUN);
});

for (const { path, sections } of PAGES)
  for (const section of sections.filter(({ blocks }) => blocks.some(({ notRun }) => notRun === undefined)))
    test(`${path}: ${section.title}`, async ({ reader, installed }) => {
      if (!installs(section)) symlinkSync(join(installed.folder, "node_modules"), join(reader.folder, "node_modules"));
      await follow(section, reader);
    });

function installs({ blocks }: Section): boolean {
  return blocks.some(({ text, notRun }) => notRun === undefined && text.includes("npm install"));
}

async function follow({ blocks }: Section, reader: Reader): Promise<void> {
  const followed = blocks.filter(({ notRun }) => notRun === undefined);
  const code = followed.filter(({ language }) => language === "ts");
  if (code.length > 0) await prepareApp(reader);
  await reader.deploy();
  for (const block of followed) await step(block, reader);
  if (code.length > 0) await reader.run("npx tsc --noEmit");
}

async function prepareApp(reader: Reader): Promise<void> {
  await unpackChromium();
  cpSync(join(ROOT, ".ci/documents/app"), reader.folder, { recursive: true });
  const launch: { executablePath?: string; env?: Record<string, string> } = chromiumLaunch();
  const { executablePath, env = {} } = launch;
  if (executablePath !== undefined) reader.setVariables({ ...env, CHROMIUM: executablePath });
  await reader.run(`npm install --save-dev ${OWN_TOOLS.join(" ")}`);
}

async function step({ language, text, line }: Block, reader: Reader): Promise<void> {
  if (language === "sh") return reader.follow(text);
  const name = BY_NAME.exec(text)?.[1];
  if (name === undefined) throw new Error(`Line ${line}: begin the block with its file's name in a comment.`);
  // Where the service answers in the reader's own process, its address is not another one.
  reader.write(name, language === "ts" ? text : reader.localized(text));
  if (language === "yaml" && !name.includes("orders-kit")) await reader.run(`npx orders-kit scenarios ${name}`);
}
