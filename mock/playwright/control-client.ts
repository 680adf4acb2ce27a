/** A client of the control API for one world of a running mock. */

import type { Fault } from "../../scenarios/events.ts";
import { isScenarioFile, loadScenario } from "../../scenarios/load.ts";
import { scenarioText } from "../../scenarios/scenario-text.ts";
import { describeSystemError, USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { type Order, parseJson, stringifyJson } from "../../spec/interface/json.ts";
import type { AnnotatedRequest, ResetOptions } from "../control/commands.ts";
import { checkSound, idsIn, type OrderId, type OrdersState, type WorldControl } from "../control/world-control.ts";

/** The maximum page size of the control API. */
const PAGE = 10_000;

export class ControlClient implements WorldControl {
  private readonly url: string;
  private readonly world: string;
  private readonly adminKey: string | undefined;

  /** `baseUrl` is that of the service, which ends in the version segment. */
  constructor(baseUrl: string, world: string, adminKey: string | undefined) {
    this.url = `${baseUrl.replace(/\/v1$/, "")}/__admin`;
    this.world = world;
    this.adminKey = adminKey;
  }

  async reset({ scenario, ...size }: ResetOptions = {}): Promise<void> {
    // A file is read here: the mock may be on another machine.
    const isName = typeof scenario === "string" && !isScenarioFile(scenario);
    const own = typeof scenario === "string" && !isName ? await loadScenario(scenario) : scenario;
    const body = typeof own === "object" ? { scenario: own.name, text: scenarioText(own) } : { scenario: own };
    await this.call("POST", "reset", { body: { ...body, ...size } });
  }

  async list(): Promise<readonly Order[]> {
    return this.call<Order[]>("GET", "orders");
  }

  async ids(state: "pending" | "shipped" | "cancelled"): Promise<bigint[]> {
    return idsIn(await this.state(), state);
  }

  async ship(id: OrderId): Promise<void> {
    await this.call("POST", `orders/${encodeURIComponent(String(id))}/ship`);
  }

  async cancel(id: OrderId): Promise<void> {
    await this.call("POST", `orders/${encodeURIComponent(String(id))}/cancel`);
  }

  async fault(...faults: readonly Fault[]): Promise<void> {
    await this.call("PUT", "faults", { body: { faults } });
  }

  async state(): Promise<OrdersState> {
    const page = (offset: number) =>
      this.call<OrdersState & { listed: number }>("GET", "state", { query: `&limit=${PAGE}&offset=${offset}` });
    const { scenario, seed, counts, listed, orders } = await page(0);
    const all = [...orders];
    while (all.length < listed) {
      const { orders: more } = await page(all.length);
      if (more.length === 0) break; // The world was reset in between.
      all.push(...more);
    }
    return { scenario, seed, counts, orders: all };
  }

  async requests(): Promise<readonly AnnotatedRequest[]> {
    return (await this.call<{ requests: AnnotatedRequest[] }>("GET", "requests")).requests;
  }

  async expectSound(): Promise<void> {
    checkSound(await this.requests());
  }

  /** Deletes the world. */
  async forget(): Promise<void> {
    await this.call("DELETE", "worlds");
  }

  /** Throws a UserError if the mock cannot be reached or refuses the call. */
  private async call<T>(
    method: string,
    path: string,
    { query = "", body }: { readonly query?: string; readonly body?: object } = {},
  ): Promise<T> {
    const response = await fetch(`${this.url}/${path}?world=${this.world}${query}`, {
      method,
      headers: {
        ...(this.adminKey !== undefined && { authorization: `Bearer ${this.adminKey}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: stringifyJson(body) }),
    }).catch((error: Error) => {
      throw USER_ERRORS.mockUnreachable(this.url, describeSystemError(error.cause ?? error));
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    const answer = isJson ? parseJson<object>(text) : {};
    if (response.ok) return answer as T;
    const { detail = `status ${response.status}` } = answer as { detail?: string };
    throw USER_ERRORS.controlRefused(`${method} ${path}`, detail);
  }
}
