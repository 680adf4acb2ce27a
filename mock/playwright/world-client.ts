/** A world of a running mock, over HTTP. */

import { asOneScenario, isScenarioFile, loadScenario } from "../../scenarios/load.ts";
import type { Fault } from "../../scenarios/scenario.ts";
import { checkNames, describeSystemError, USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { parseJson } from "../../spec/interface/json.ts";
import { RESET_OPTIONS, type ResetOptions, startOf } from "../control/commands.ts";
import { ControlClient, type ControlTransport } from "../control/control-client.ts";
import { checkSound, idsIn, type OrderId, type OrdersState, type WorldControl } from "../control/world-control.ts";

/** The maximum page size of the control API. */
const PAGE = 10_000;

export class WorldClient extends ControlClient implements WorldControl {
  /** `baseUrl` is that of the service, which ends in the version segment. */
  constructor(baseUrl: string, world: string, adminKey: string | undefined) {
    super(world, httpTransport(`${baseUrl.replace(/\/v1$/, "")}/__admin`, adminKey));
  }

  async reset(options: ResetOptions = {}): Promise<void> {
    checkNames("reset", options, RESET_OPTIONS);
    const { scenario, ...size } = options;
    const wanted = scenario === undefined ? undefined : await asOneScenario(scenario);
    // A file is read here: the mock may be on another machine.
    const own = typeof wanted === "string" && isScenarioFile(wanted) ? await loadScenario(wanted) : wanted;
    await this.resetTo(startOf({ scenario: own, ...size }, () => false));
  }

  async ids(state: "pending" | "shipped" | "cancelled"): Promise<bigint[]> {
    return idsIn(await this.state(), state);
  }

  async ship(id: OrderId): Promise<void> {
    await this.change(id, "ship");
  }

  async cancel(id: OrderId): Promise<void> {
    await this.change(id, "cancel");
  }

  async fault(...faults: readonly Fault[]): Promise<void> {
    await this.setFaults(faults);
  }

  async state(): Promise<OrdersState> {
    const page = (offset: number) => this.page({ limit: String(PAGE), offset: String(offset) });
    const { scenario, seed, counts, listed, orders } = await page(0);
    const all = [...orders];
    while (all.length < listed) {
      const { orders: more } = await page(all.length);
      if (more.length === 0) break; // The world was reset in between.
      all.push(...more);
    }
    return { scenario, seed, counts, orders: all };
  }

  async expectSound(): Promise<void> {
    checkSound(await this.requests());
  }
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
      throw USER_ERRORS.mockUnreachable(url, describeSystemError(error.cause ?? error));
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    if (response.ok) return isJson ? text : "";
    const { detail = `status ${response.status}` } = isJson ? parseJson<{ detail?: string }>(text) : {};
    throw USER_ERRORS.controlRefused(`${method} ${path}`, detail);
  };
}
