/** The rules' data, and what is excepted from them: each reason with its files. */

/** Files, and folders with a slash at the end, by the reason for which a rule does not hold there. */
export type Exceptions = Readonly<Record<string, readonly string[]>>;

/** From left to right: each may import what stands before it. */
export const ROOMS = ["spec", "fixtures", "scenarios", "mock", "contract-tests", "the root", ".ci"] as const;

/** Files of contract-tests that import the mock. */
export const KNOW_THE_MOCK: Exceptions = {
  "It turns the names mock and msw into something to send to.": ["contract-tests/targets.ts"],
  "It holds the mock and the gate to each other, so it needs both.": [
    "contract-tests/round-trip.test.ts",
    "contract-tests/switches.test.ts",
  ],
  "Its stage, an app that uses one of two versions of msw, stands beside the mock's own tests of msw.": [
    "contract-tests/msw-node.test.ts",
    "contract-tests/service-worker.browser.ts",
  ],
};

/** What apps and pages load. */
export const IN_BROWSERS = [
  "fixtures/index.ts",
  "scenarios/index.ts",
  "mock/handlers.ts",
  "mock/browser/worker.ts",
  "mock/browser/site/page.ts",
  "mock/panel/main.ts",
];

/** Files of examples that import what the package does not export. */
export const NOT_AS_USERS: Exceptions = {
  "Its tests run here, in the browser that the tests of this repository use.": [
    "examples/orders-page/playwright.config.ts",
  ],
};

export const LONGEST = 250;
export const LONG_FILES: Exceptions = {
  "The catalogue is one list of one shape, read from top to bottom beside the contract.": ["spec/clauses/clauses.ts"],
  "A description of HTTP operations is one document for the tools that read it.": ["mock/control/openapi.yaml"],
};

/** Files that read JSON in which no order id can lose a digit, or lose it on purpose. */
export const READ_JSON_OTHERWISE: Exceptions = {
  "It reads package.json.": ["cli.ts", "cli.test.ts"],
  "It reads what another process of the same run wrote; ids are text there.": [
    "contract-tests/attachment.ts",
    "contract-tests/playwright-run.ts",
    "contract-tests/relay.ts",
    "contract-tests/setting.ts",
  ],
  "It reads what orders-kit prints or reports, or package.json; ids are text there, as for every program that reads them.":
    [
      ".ci/",
      "contract-tests/prism/mock-target.test.ts",
      "contract-tests/prism/report-opinion.test.ts",
      "contract-tests/proxy/command.stage.ts",
      "contract-tests/reporters/clauses.test.ts",
      "contract-tests/reporters/files.test.ts",
      "contract-tests/whole-way.ts",
      "index.test.ts",
      "mock/command.test.ts",
      "mock/crowd.test.ts",
    ],
  "It plays an app that rounds ids.": ["contract-tests/proxy/command.test.ts"],
  "It reads what the control of the mock answers; ids are text there, and ajv takes plain numbers.": [
    "mock/control/openapi.test.ts",
  ],
  "It reads what Prism says of a response, not the response.": ["contract-tests/prism/saying.ts"],
  "It measures beside what one writes by hand, and reads its own results.": ["contract-tests/bench/", "mock/bench/"],
  "It copies a text, and reads no number.": ["mock/request-log.ts"],
  "It reads a JSON Schema for ajv.": ["scenarios/schema.test.ts"],
  "It holds spec/json.ts to JSON.parse.": ["spec/json.test.ts"],
};
