/** Gives tests in Node access to the worlds of a running mock, over HTTP. */
import { isScenarioFile, loadScenario, partsOf, scenarios } from "../../scenarios/load.ts";
import type { Scenario } from "../../scenarios/scenario.ts";
import { BASE_PATH } from "../../spec/base-address.ts";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { accepted, remoteWorld, type SendControl } from "../control/remote-world.ts";
import type { ResetOptions, WorldControl } from "../control/world-control.ts";
import { mockError } from "../errors/mock-errors.ts";

export interface MockOverHttp {
  world(name: string): WorldControl;
  deleteWorld(name: string): Promise<void>;
}

/**
 * `baseUrl` is the service's and ends in the version segment. All calls throw a UserError if the
 * mock cannot be reached.
 */
export function mockOverHttp(baseUrl: string, adminKey: string | undefined): MockOverHttp {
  const url = `${baseUrl.slice(0, -BASE_PATH.length)}/__admin`;
  const key = adminKey === undefined ? {} : { authorization: `Bearer ${adminKey}` };
  const send: SendControl = async (target, init) => {
    const headers = { ...init.headers, ...key };
    return fetch(`${url}/${target}`, { ...init, headers }).catch((error: Error) => {
      throw mockError("mock-unreachable", { url, why: describeSystemError(error.cause ?? error) });
    });
  };
  return {
    world: (name) => {
      const world = remoteWorld(name, send);
      return { ...world, reset: async (options) => world.reset(await withoutFiles(options)) };
    },
    deleteWorld: async (name) => {
      const query = new URLSearchParams({ world: name });
      await accepted(await send(`worlds?${query}`, { method: "DELETE" }));
    },
  };
}

/**
 * Reads scenario files here, because the mock may be on another machine. The mock knows ready-made
 * scenarios by name.
 */
async function withoutFiles(options: ResetOptions = {}): Promise<ResetOptions> {
  const { scenario, text }: ResetOptions = Object(options);
  if (scenario === undefined || text !== undefined) return options;
  const all = [scenario].flat() as readonly (string | Scenario)[];
  const parts = all.flatMap<string | Scenario>((one) =>
    typeof one === "string" ? partsOf(one) : [one],
  );
  const sent = parts.map(async (one) => {
    if (typeof one === "string") return isScenarioFile(one) ? loadScenario(one) : one;
    return Object.values(scenarios).find((known) => known === one)?.name ?? one;
  });
  return { ...options, scenario: await Promise.all(sent) };
}
