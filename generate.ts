/**
 * `npm run generate` writes every derived file and lists the changed ones; with `--check` it writes
 * nothing and exits 1 if one is out of date. Paths are relative to the project's root. We compile
 * this without type checks, because a changed OpenAPI document makes the types wrong until they are
 * derived again. A failed derivation does not stop the others, for the same reason.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

type Files = Readonly<Record<string, string>>;

/** Derivations by source. Each module is imported separately, because loading one may fail. */
const DERIVED: Readonly<Record<string, () => Promise<Files>>> = {
  "spec/openapi.yaml": async () => (await import("./spec/generate/openapi.ts")).deriveSpec(),
  "scenarios/ready-made/*.yaml": async () =>
    (await import("./scenarios/generate/scenarios.ts")).deriveScenarios(),
  "mock/panel/index.html": async () => panelMarkup(),
  "the catalogues and the checks": async () =>
    (await import("./contract-tests/generate/pages.ts")).deriveGatePages(),
};

/** The panel's markup and styles as a module, for pages without access to our files. */
function panelMarkup(): Files {
  const read = (path: string): string => readFileSync(path, "utf8");
  const html = read("mock/panel/index.html");
  const styles = [...html.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, path = ""]) =>
    read(path),
  );
  // As a picture in the page: a Content-Security-Policy could refuse one from a data: address.
  const icon = read("mock/panel/icon.svg")
    .trim()
    .replace(/<title>.*<\/title>/, "")
    .replace("<svg ", '<svg width="28" height="28" aria-hidden="true" ');
  const [, body = ""] = /<body>([\s\S]*)<\/body>/.exec(html) ?? [];
  const text = `// Generated from mock/panel/index.html and its style sheets by \`npm run generate\`. Do not edit.
export const MARKUP: string = ${JSON.stringify(body.replace(/<img src="mock\/panel\/icon\.svg"[^>]*>/, icon))};

export const STYLES: string = ${JSON.stringify(styles.join(""))};

/** Of the button in the page of an app. */
export const CORNER: string = ${JSON.stringify(read("mock/panel/styles/corner.css"))};
`;
  return { "mock/panel/generated/markup.ts": text };
}

const isCheck = process.argv.includes("--check");
const stale: string[] = [];
for (const [source, derive] of Object.entries(DERIVED)) {
  try {
    for (const [path, text] of Object.entries(await derive())) {
      if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
      stale.push(path);
      if (!isCheck) writeFileSync(path, text);
    }
  } catch (error) {
    process.exitCode = 1;
    console.error(`Not derived from ${source}: ${(error as Error).message}`);
  }
}
if (isCheck && stale.length > 0) {
  console.error(`Out of date: ${stale.join(", ")}. Run: npm run generate`);
  process.exitCode = 1;
} else if (stale.length > 0) {
  console.log(stale.map((path) => `Wrote ${path}`).join("\n"));
  // Some derived files are the source of others, so a failed derivation may succeed now.
  process.exitCode =
    spawnSync("npm run --silent generate", { stdio: "inherit", shell: true }).status ?? 1;
} else if (!isCheck && process.exitCode === undefined)
  console.log("Every derived file is up to date.");
