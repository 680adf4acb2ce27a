/**
 * Follows the examples' app and every section of the pages as a reader would: runs the commands,
 * writes the files and uses them.
 */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { isWhole } from "../../contract-tests/corpus/chosen.ts";
import { ended, environment, launch } from "../../contract-tests/testing/servers/processes.ts";
import { type Block, isRun, PAGES, type Section } from "../documents/pages.ts";
import { ROOT } from "../manifest.ts";
import { consumer } from "./installation.ts";
import { openReader, type Reader } from "./reader.ts";

/** A block that is a file begins with the file's name. */
const FILE_NAME = /^(?:\/\/|#) ([\w./-]+\.(?:tsx?|mjs|js|ya?ml))\b/;

/** Installing and building these takes a minute. */
const WITH_FRAMEWORK = /\bnpx (?:next|storybook) /;

for (const { path, sections } of PAGES)
  for (const section of sections.filter(({ blocks }) => blocks.some(isRun)))
    test(`${path}: ${section.title}`, async () => {
      test.skip(!isWhole, "needs ORDERS_KIT_CORPUS=whole, which npm run check:long sets");
      if (section.blocks.some(({ text }) => WITH_FRAMEWORK.test(text))) test.slow();
      const reader = await openReader(consumer("complete").folder);
      try {
        await expect(follow(section, reader)).resolves.toBeUndefined();
      } finally {
        await reader.close();
      }
    });

test("the app of the examples passes its own tests", async () => {
  test.setTimeout(300_000);
  const argv = ["test", "--silent", "--workspace", "orders-page"];
  const { code, stdout, stderr } = await ended(launch("npm", argv, ROOT, environment()));
  expect(code, `${stdout}\n${stderr}`).toBe(0);
});

async function follow({ blocks }: Section, reader: Reader): Promise<void> {
  const hasCode = blocks.some((block) => isRun(block) && block.language.startsWith("ts"));
  // The app to which the sections add.
  if (hasCode)
    cpSync(join(ROOT, "repo-tests/package/reader-app"), reader.folder, { recursive: true });
  for (const block of blocks.filter(isRun)) await use(block, reader);
  if (hasCode) await reader.run("npx tsc --noEmit");
}

async function use({ language, text, line }: Block, reader: Reader): Promise<void> {
  if (language === "sh") return reader.follow(text);
  const name = FILE_NAME.exec(text)?.[1];
  if (name === undefined)
    throw new Error(`Line ${line}: begin the block with the name of its file in a comment.`);
  reader.save(name, text);
  if (language === "yaml" && !name.includes("orders-kit"))
    await reader.run(`npx --no-install orders-kit scenarios ${name}`);
}
