/**
 * Who may import what: the order of the folders, and what only a few files may use. What an entry
 * loads is in build.test.ts.
 */
import { expect, test } from "playwright/test";
import { FILES, type Import, importsOf, SHIPPED, SOURCES } from "./sources.ts";

/**
 * Each imports only itself and those before it. A test may import from all its folder may import.
 */
const ROOMS = [
  "spec/version.ts",
  "spec/base-address.ts",
  "spec/shorten.ts",
  "spec/schema/generated/",
  "spec/clauses/",
  "spec/json/",
  "spec/schema/",
  "spec/interface/",
  "spec/errors/",
  "spec/testing/",
  "spec/generate/",
  "fixtures/",
  "scenarios/",
  "mock/errors/",
  "mock/replies/",
  "mock/service/",
  "mock/control/",
  "mock/replicas/",
  "mock/http/",
  "mock/panel/",
  "mock/msw/",
  "mock/playwright/",
  "mock/testing/",
  "mock/bench/",
  "contract-tests/tables/",
  "contract-tests/client/",
  "contract-tests/safety/",
  "contract-tests/targets/",
  "contract-tests/run/run-errors.ts",
  "contract-tests/run/assertions/",
  "contract-tests/run/session/",
  "contract-tests/run/steps/",
  "contract-tests/run/conclusions/",
  "contract-tests/run/",
  "contract-tests/report/",
  "contract-tests/prism/",
  "contract-tests/traffic/",
  "contract-tests/verify.ts",
  "contract-tests/judge.ts",
  "contract-tests/proxy.ts",
  "contract-tests/playwright/",
  "contract-tests/testing/",
  "contract-tests/corpus/",
  "contract-tests/generate/",
  "cli/",
  "",
  "repo-tests/",
];

const isTest = (file: string): boolean => /\.(?:test|browser|spec|setup|config)\.ts$/.test(file);

function positionOf(file: string): number {
  if (!file.includes("/")) return ROOMS.indexOf("");
  const [folder = ""] = file.split("/");
  const isOwn = (room: string) =>
    isTest(file) ? room.startsWith(`${folder}/`) : room !== "" && file.startsWith(room);
  return isTest(file) ? ROOMS.findLastIndex(isOwn) : ROOMS.findIndex(isOwn);
}

/** One line for each import in these files that `isWrong` selects. */
function wrongImports(
  files: readonly string[],
  isWrong: (one: Import, file: string) => boolean,
): string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter((one) => isWrong(one, file))
      .map(({ imported }) => `${file} imports ${imported}`),
  );
}

test("imports follow the order of the rooms, those of types too", () => {
  expect(SOURCES.filter((file) => positionOf(file) < 0)).toEqual([]);
  const faults = wrongImports(
    SOURCES,
    ({ imported }, file) => positionOf(imported) > positionOf(file) && SOURCES.includes(imported),
  );
  expect(faults, "A room can be read and tested without those after it.").toEqual([]);
});

/**
 * Files that a reader can keep in view in one folder. Tests stand beside what they test and do not
 * count.
 */
const MAX_FILES = 20;

test("no folder has more files than a reader keeps in view", () => {
  const counts = new Map<string, number>();
  for (const file of FILES) {
    const folder = file.slice(0, Math.max(0, file.lastIndexOf("/")));
    if (!isTest(file) && folder !== "") counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
});

test("the package imports nothing of its tests, measurements and generators", () => {
  const faults = wrongImports(
    SHIPPED,
    ({ imported }) => SOURCES.includes(imported) && !SHIPPED.includes(imported),
  );
  expect(faults, "What is imported would be in the package.").toEqual([]);
});

/**
 * Modules that can send a call or start a program, and the files that may import them. Steps that
 * know the mock's internals would prove nothing.
 */
const IMPORTERS = {
  "mock/": /^index|^mock\/|^cli\/|^contract-tests\/(?:targets\/embedded|playwright\/)/,
  "node:child_process": /^contract-tests\/targets\/process-group/,
  "node:http": /^mock\/http\/|^contract-tests\/(?:client\/|proxy\.ts|traffic\/proxy\/)/,
  "node:https": /^mock\/http\/|^contract-tests\/client\//,
  "node:net":
    /^mock\/http\/|^contract-tests\/(?:client\/|targets\/process-group|proxy\.ts|traffic\/proxy\/)/,
  "@faker-js/faker": /^fixtures\//,
  ajv: /^contract-tests\/run\/assertions\/schema/,
  valibot:
    /^scenarios\/|^mock\/(?:control\/read-arguments|service\/world-document)|^contract-tests\/(?:report\/schema|targets|traffic)/,
  yaml: /^scenarios\/source\/|^contract-tests\/(?:run\/assertions\/schema|report\/accept-violations)/,
  msw: /^mock\/msw\/|^contract-tests\/targets\/embedded/,
  redis: /^mock\/replicas\/store-client/,
  playwright: /^mock\/playwright\//,
};

test("packages, the mock, sockets and processes are used where they are adapted", () => {
  for (const [name, importers] of Object.entries(IMPORTERS)) {
    const isOf = ({ imported }: Import): boolean =>
      imported === name || imported.startsWith(name.endsWith("/") ? name : `${name}/`);
    const faults = wrongImports(SHIPPED, (one, file) => isOf(one) && !importers.test(file));
    expect(faults, `${name} has few importers.`).toEqual([]);
  }
});
