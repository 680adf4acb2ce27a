/** A world of a running mock, over HTTP. */

import { asOneScenario, isScenarioFile, loadScenario } from "../../scenarios/load.ts";
import { checkNames } from "../../spec/errors/checks.ts";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { parseJson } from "../../spec/interface/json.ts";
import type { OrderId } from "../../spec/schema/integers.ts";
import { RESET_OPTIONS, startOf } from "../control/commands.ts";
import { ControlClient, type ControlTransport } from "../control/control-client.ts";
import { checkSound, idsIn, type WorldControl } from "../control/world-control.ts";
import { controlRefusedError, mockUnreachableError } from "../errors/mock.ts";

/** The maximum page size of the control API. */
const PAGE = 10_000;

export interface RemoteWorld extends WorldControl {
  /** Deletes the world. */
  forget(): Promise<void>;
}

/** `baseUrl` is that of the service, which ends in the version segment. */
export function remoteWorld(
  baseUrl: string,
  name: string,
  adminKey: string | undefined,
): RemoteWorld {
  const control = new ControlClient(
    name,
    httpTransport(`${baseUrl.replace(/\/v1$/, "")}/__admin`, adminKey),
  );
  const change = async (id: OrderId, action: "ship" | "cancel"): Promise<void> => {
    await control.call(`POST orders/${encodeURIComponent(String(id))}/${action}`);
  };
  const page = (offset: number) =>
    control.call("GET state", { query: { limit: String(PAGE), offset: String(offset) } });
  const world: RemoteWorld = {
    reset: async (options = {}) => {
      checkNames("reset", options, RESET_OPTIONS);
      const { scenario, ...size } = options;
      const wanted = scenario === undefined ? undefined : await asOneScenario(scenario);
      // A file is read here: the mock may be on another machine.
      const own =
        typeof wanted === "string" && isScenarioFile(wanted) ? await loadScenario(wanted) : wanted;
      await control.call("POST reset", { body: startOf({ scenario: own, ...size }, () => false) });
    },
    list: () => control.call("GET orders"),
    state: async () => {
      const { scenario, seed, counts, listed, orders } = await page(0);
      const all = [...orders];
      while (all.length < listed) {
        const { orders: more } = await page(all.length);
        if (more.length === 0) break; // The world was reset in between.
        all.push(...more);
      }
      return { scenario, seed, counts, orders: all };
    },
    ids: async (state) => idsIn(await world.state(), state),
    ship: (id) => change(id, "ship"),
    cancel: (id) => change(id, "cancel"),
    fault: async (...faults) => {
      await control.call("PUT faults", { body: { faults } });
    },
    requests: async () => (await control.call("GET requests")).requests,
    expectSound: async () => checkSound(await world.requests()),
    forget: async () => {
      await control.call("DELETE worlds");
    },
  };
  return world;
}

/** Throws a UserError if the mock cannot be reached or refuses the call. */
function httpTransport(url: string, adminKey: string | undefined): ControlTransport {
  return async (method, path, query, body) => {
    const response = await fetch(`${url}/${path}?${query}`, {
      method,
      headers: {
        ...(adminKey !== undefined && { authorization: `Bearer ${adminKey}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body }),
    }).catch((error: Error) => {
      throw mockUnreachableError({ url, why: describeSystemError(error.cause ?? error) });
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    if (response.ok) return isJson ? text : "";
    const { detail = `status ${response.status}` } = isJson
      ? parseJson<{ detail?: string }>(text)
      : {};
    throw controlRefusedError({ call: `${method} ${path}`, why: detail });
  };
}
