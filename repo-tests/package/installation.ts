/** The packed package, installed in several projects: install.setup.ts does that once in a run, for all workers. */
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isWhole } from "../../contract-tests/corpus/chosen.ts";
import { MANIFEST } from "../manifest.ts";
import { type Consumer, openConsumer, type Tarball } from "./consumer.ts";

/** Of this run: one process starts all its workers. */
export const INSTALLATION = join(tmpdir(), `orders-kit-installation-${process.ppid}`);
export const TARBALL = join(INSTALLATION, "tarball.json");

/** Of the packages that only pages use. */
const APP_VERSIONS = {
  "@tanstack/react-query": "5.108.0",
  "@types/react": "19.3.0",
  axios: "1.21.1",
  "openapi-fetch": "0.17.0",
  react: "19.3.1",
  vitest: "4.1.12",
  vue: "3.5.45",
};
const STORYBOOK_VERSIONS = { "@storybook/html-vite": "10.6.0", "msw-storybook-addon": "3.0.3", storybook: "10.6.7" };
const NEXT_VERSIONS = { next: "16.4.6", react: APP_VERSIONS.react, "react-dom": "19.3.1" };
const at = (versions: Readonly<Record<string, string>>) =>
  Object.entries(versions).map(([name, version]) => `${name}@${version}`);
const pinned = (...names: string[]) => names.map((name) => `${name}@${MANIFEST.devDependencies[name]}`);

/** By the name of a project: the packages that are installed in it, in addition to orders-kit. */
export const CONSUMERS = {
  alone: [],
  /** Two copies of Playwright, of different versions: its own, and one that something else has asked for. */
  withPlaywrightTest: ["@playwright/test@1.50.1", ...pinned("playwright")],
  /** The peers, and the tools of apps. */
  complete: [
    ...pinned("msw", "playwright", "@stoplight/prism-cli", "selfsigned", "typescript", "@types/node", "vite"),
    ...at({ ...APP_VERSIONS, ...(isWhole && STORYBOOK_VERSIONS) }),
  ],
  withNext: isWhole
    ? [
        ...pinned("playwright", "typescript", "vite", "@types/node"),
        ...at({ ...NEXT_VERSIONS, "@types/react": APP_VERSIONS["@types/react"] }),
      ]
    : [],
};

export const consumerFolder = (name: string): string => join(INSTALLATION, name);
/** The projects are shared: a test writes only to paths that no other test uses. */
export const consumer = (name: keyof typeof CONSUMERS): Consumer => openConsumer(consumerFolder(name));
export const tarball = (): Tarball => JSON.parse(readFileSync(TARBALL, "utf8"));
