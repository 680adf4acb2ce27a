/** The data of the rules: what is allowed where, and what is excepted, each with its reason. */
import { expect } from "playwright/test";
import type { Place } from "./sources.ts";

/** The reason why a rule does not apply to a file, or to a folder with a slash at the end, by its path. */
export type Exceptions = Readonly<Record<string, string>>;

/** Fails with a line for each violation, and with one for each exception that is no longer needed. */
export function expectNone(
  rule: string,
  violations: readonly Place[],
  exceptions: Exceptions = {},
): void {
  const lines = [
    ...violations
      .filter(({ file }) => !Object.keys(exceptions).some((path) => covers(path, file)))
      .map(({ file, line, what }) => `${file}:${line}  ${what.split("\n")[0]}`),
    ...Object.entries(exceptions)
      .filter(([path]) => !violations.some(({ file }) => covers(path, file)))
      .map(
        ([path, reason]) =>
          `${path}  needs no exception: remove it from exceptions.ts (${reason}).`,
      ),
  ];
  expect(lines, rule).toEqual([]);
}

/** Whether a path is a file, or the folder of a file. */
function covers(path: string, file: string): boolean {
  return path.endsWith("/") ? file.startsWith(path) : file === path;
}

/** The files that may import a package, a part of Node that acts on the machine, or a file of ours that one place is for. */
export const IMPORTERS: Readonly<Record<string, readonly string[]>> = {
  // Steps that know the mock's insides prove nothing: the gate opens it as a target, and loads Playwright as its fixture does.
  mock: [
    ...["index.ts", "mock/", "cli/", "contract-tests/targets/embedded.ts"],
    "contract-tests/playwright/",
  ],
  "@faker-js/faker": ["fixtures/"],
  ajv: ["contract-tests/assertions/schema.ts"],
  "ajv-formats": ["contract-tests/assertions/schema.ts"],
  valibot: [
    "scenarios/",
    "mock/control/bodies.ts",
    "contract-tests/targets/targets-file.ts",
    "contract-tests/targets/known-entries.ts",
    "contract-tests/traffic/",
  ],
  yaml: [
    "scenarios/",
    "contract-tests/assertions/schema.ts",
    "contract-tests/targets/update-known.ts",
  ],
  msw: ["mock/msw/", "contract-tests/targets/embedded.ts"],
  redis: ["mock/replicas/store-client.ts"],
  "https-proxy-agent": ["contract-tests/client/http/proxy.ts"],
  playwright: ["mock/playwright/"],
  // The commands of a target are the only processes that are started.
  "node:child_process": ["contract-tests/processes/"],
  "node:http": ["mock/http/", "mock/control/", "contract-tests/client/", "contract-tests/proxy/"],
  "node:https": ["mock/http/tls-server.ts", "contract-tests/client/"],
  "node:net": [
    "mock/http/",
    "contract-tests/client/",
    "contract-tests/proxy/",
    // The type of a pipe.
    "contract-tests/processes/process-group.ts",
  ],
};

/** What apps and pages load. */
export const IN_BROWSERS = [
  "index-browser.ts",
  "spec/interface/json.ts",
  "fixtures/index.ts",
  "scenarios/index.ts",
  "mock/msw/handlers.ts",
  "mock/msw/browser.ts",
  "mock/testing/site/page.ts",
  "mock/panel/main.ts",
];

/** Files of examples that import what the package does not export. */
export const NOT_AS_USERS: Exceptions = {
  "examples/orders-page/playwright.config.ts":
    "its tests run here, in the browser that the tests of this repository use",
};

export const USE_THE_TERMINAL: Exceptions = {
  "contract-tests/playwright/contract-run.ts": "the notes of a Playwright run go to its output",
  "mock/msw/near-miss.ts": "a developer reads it in the console of the page",
};

/** Files that read JSON in which no order id can lose a digit. */
export const READ_JSON_OTHERWISE: Exceptions = {
  "contract-tests/playwright/contract-run.ts":
    "it reads the report of another worker of the run, in which ids are text",
  "contract-tests/traffic/read-recording.ts": "it reads recordings, in which bodies are texts",
  "contract-tests/prism/findings.ts": "it reads a body as Prism does, for Prism alone",
  "spec/json/reader.ts": "it reads a string with escapes",
  "mock/replicas/": "it reads what another replica wrote with JSON.stringify; ids are text there",
  "mock/service/request-log.ts": "it copies a text, and reads no number",
};
