import { posix } from "node:path";
import { expect, test } from "playwright/test";
import ts from "typescript";
import { staticFile } from "./static-files.ts";

test("the page's script is served, and every script that it imports", async () => {
  const page = Buffer.from((await staticFile(""))!.bytes).toString("utf8");
  const scripts = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, source = ""]) => source);
  for (const script of scripts) {
    const file = await staticFile(script);
    expect(file?.type, script).toBe("text/javascript; charset=utf-8");
    const { importedFiles } = ts.preProcessFile(Buffer.from(file!.bytes).toString("utf8"));
    const imported = importedFiles.map(({ fileName }) => posix.join(posix.dirname(script), fileName));
    scripts.push(...imported.filter((one) => !scripts.includes(one)));
  }
  expect(scripts).toContain("spec/json/json.js");
});

test("no other file of the package is served", async () => {
  for (const path of ["mock/http/server.js", "mock/panel/page-panel.js", "package.json", "../package.json", "spec"])
    expect(await staticFile(path), path).toBeUndefined();
});
