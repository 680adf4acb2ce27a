/** What can be mutated, and what must find the mutants. Files and folders are relative to the root of the project. */

export interface Suite {
  /** What is mutated. */
  readonly folders: readonly string[];
  /** Tables of data, of which only a copy would find a change. */
  readonly except?: readonly string[];
  /** Tests that judge it in their own process, and need neither a browser nor a file snapshot. */
  readonly tests: readonly string[];
  /** Whether it is also judged by the corpus, or by the gate. */
  readonly judge: "corpus" | "gate";
}

const GATE = ["contract-tests/checks", "contract-tests/assertions", "contract-tests/safety", "contract-tests/run"];
/** They learn from the mock, in one process. */
const PROFILES = ["contract-tests/profile/round-trip.test.ts", "contract-tests/profile/switches.test.ts"];

export const SUITES: Readonly<Record<string, Suite>> = {
  gate: {
    folders: GATE,
    except: ["contract-tests/checks/list/list-probes.ts"],
    tests: [...GATE, ...PROFILES, "contract-tests/corpus/hidden-orders.test.ts"],
    judge: "corpus",
  },
  mock: {
    folders: ["mock/service"],
    tests: [
      ...["mock/service", "mock/http/server.test.ts", "mock/msw/mock-world.test.ts"],
      ...["exchange", "request-notes", "serve", "world-control"].map((name) => `mock/control/${name}.test.ts`),
      ...PROFILES,
    ],
    judge: "gate",
  },
};

/** Whether a path is a folder of a file, or the file. */
export function isIn(folder: string, file: string): boolean {
  return file === folder || file.startsWith(`${folder.replace(/\/$/, "")}/`);
}
