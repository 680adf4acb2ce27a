/** `npx playwright test --config repo-tests/pictures` renews the pictures of the pages, from the running program. */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { defineConfig } from "playwright/test";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import { chromiumLaunch } from "../../mock/testing/chromium.ts";

const { executablePath, args, env } = { executablePath: undefined, args: [], env: undefined, ...chromiumLaunch() };

/** Open Sans comes with the carried Chromium: pictures look the same on every machine. */
function withFonts(): Record<string, string> {
  const folder = temporaryFolder();
  const file = join(folder, "fonts.conf");
  const prefer = (family: string, font: string): string =>
    `<match><test name="family"><string>${family}</string></test><edit name="family" mode="prepend" binding="strong"><string>${font}</string></edit></match>`;
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>${join(dirname(executablePath ?? ""), "fonts/fonts")}</dir>
${prefer("system-ui", "Open Sans")}${prefer("sans-serif", "Open Sans")}<cachedir>${folder}</cachedir></fontconfig>
`,
  );
  return { ...(env ?? (process.env as Record<string, string>)), FONTCONFIG_FILE: file };
}

export default defineConfig({
  workers: 1,
  reporter: "list",
  outputDir: join(tmpdir(), "orders-kit-pictures"),
  use: { colorScheme: "light", deviceScaleFactor: 2, locale: "en" },
  projects: [
    { name: "chromium", testDir: "../../mock/testing", testMatch: "chromium.setup.ts" },
    {
      name: "pictures",
      testMatch: "*.picture.ts",
      dependencies: ["chromium"],
      use: executablePath === undefined ? {} : { launchOptions: { executablePath, args, env: withFonts() } },
    },
  ],
});
