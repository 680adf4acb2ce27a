/**
 * The Chromium for browser tests: the system's, or the one in the package @sparticuz/chromium,
 * which is unpacked below node_modules. Nothing is downloaded.
 */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { CACHE } from "./cache.ts";

const NAMES = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser"];
const ELSEWHERE = [
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const UNPACKED = join(CACHE, "chromium-147");
const carried = process.platform === "linux" && process.arch === "x64";

function systemChromium(): string | undefined {
  const inPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...inPath, ...ELSEWHERE].find((path) => existsSync(path));
}

/**
 * Launch options for Playwright. If neither Chromium is found, Playwright uses the one from
 * `playwright install`. Synchronous, as a Playwright configuration must be; the executable exists
 * after {@link unpackChromium}.
 */
export function chromiumLaunch() {
  const system = systemChromium();
  const executablePath = system ?? (carried ? join(UNPACKED, "chromium") : undefined);
  if (executablePath === undefined) return {};
  // Containers often lack the user namespaces that the sandbox needs. The pages are our own.
  const args = ["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none"];
  return { executablePath, args, ...(system === undefined && { env: carriedEnvironment() }) };
}

const LIBRARIES = ["/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib"];

/** The fonts and libraries of the package, for machines that lack them, such as slim containers. */
function carriedEnvironment(): Record<string, string> {
  const libraries = LIBRARIES.some((folder) => existsSync(join(folder, "libnss3.so")));
  return {
    ...(process.env as Record<string, string>),
    ...(!libraries && { LD_LIBRARY_PATH: join(UNPACKED, "al2023", "lib") }),
    ...(!existsSync("/etc/fonts/fonts.conf") && { FONTCONFIG_PATH: join(UNPACKED, "fonts") }),
  };
}

/** Unpacks the Chromium of the package if it is needed and not yet unpacked. */
export async function unpackChromium(): Promise<void> {
  if (systemChromium() !== undefined || !carried || existsSync(UNPACKED)) return;
  const { default: chromium, inflate } = await import("@sparticuz/chromium");
  const packed = join(
    dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")),
    "../../bin",
  );
  await mkdir(CACHE, { recursive: true });
  const staging = await mkdtemp(join(CACHE, "unpacking-"));
  const { TMPDIR } = process.env;
  process.env.TMPDIR = staging; // The package unpacks into this folder.
  try {
    await chromium.executablePath(packed);
    await inflate(join(packed, "al2023.tar.br"));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  // Atomic: a concurrent run finds everything or nothing.
  await rename(staging, UNPACKED).catch(() => rm(staging, { recursive: true }));
}
