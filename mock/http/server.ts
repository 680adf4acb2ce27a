/** Starts the mock over node:http. */

import { createServer, type Server, type ServerOptions } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { asScenario } from "../../scenarios/load.ts";
import type { Scenario } from "../../scenarios/scenario.ts";
import { BASE_PATH } from "../../spec/base-address.ts";
import { checkNumber } from "../../spec/errors/checks.ts";
import { inputError } from "../../spec/errors/inputs.ts";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { localWorld } from "../control/local-world.ts";
import { ownWorlds } from "../control/open-world.ts";
import type { WorldControl } from "../control/world-control.ts";
import { mockError } from "../errors/mock-errors.ts";
import type { StoreOptions } from "../replicas/replica.ts";
import { checkOptions, createService, type ServiceOptions } from "../service/service.ts";
import { ADMIN_PATH, answerRequests } from "./answer-requests.ts";
import { lanAddresses } from "./network.ts";
import type { KeyPair, TlsServer } from "./tls-server.ts";

const DEFAULT_PORT = 4010;
const DEFAULT_HOST = "127.0.0.1";

export interface MockOptions extends StoreOptions, ServiceOptions {
  /** Default: 4010. 0 selects a free port. */
  readonly port?: number | undefined;
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** Serves over HTTPS with this certificate and its key, in PEM form. Default: HTTP. */
  readonly https?: KeyPair | undefined;
  /**
   * The key that the control API under /__admin requires. Without an admin key, the control API
   * accepts requests from this machine only.
   */
  readonly adminKey?: string | undefined;
}

export interface RunningMock {
  /** Base address of the service: `http://127.0.0.1:4010/v1`. */
  readonly baseUrl: string;
  /** Address of the control API, and of the panel in a browser: `http://127.0.0.1:4010/__admin`. */
  readonly adminUrl: string;
  /**
   * The base addresses for other machines on the network; empty unless the mock listens on all
   * addresses.
   */
  readonly networkUrls: readonly string[];
  readonly port: number;
  readonly apiKeys: readonly string[];
  /** Name of the scenario. */
  readonly scenario: string;
  /** The seed of the orders and the faults. */
  readonly seed: number;
  /**
   * The number of orders in a state in the main world, and the ids of up to 20 of them, in decimal
   * digits, from both ends of the list.
   */
  orders(state: "pending" | "shipped"): { readonly count: number; readonly ids: readonly string[] };
  /** Controls the main world and its orders. */
  readonly world: WorldControl;
  /**
   * Resets all worlds to another scenario, except those that were reset to a scenario of their own.
   * Rejects if the worlds are in a store.
   */
  useScenario(scenario: Scenario): Promise<void>;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

const KEEP_ALIVE_MS = 65_000;
/** How long a request may take to arrive, including its body, in milliseconds. */
const REQUEST_MS = 20_000;
const SHOWN_IDS = 20;
/**
 * Starts a mock that serves until `close` is called. Throws a UserError if the port is in use or an
 * option is invalid. `requestMs` is for tests, which would otherwise wait too long.
 */
export async function startMock(
  options: MockOptions = {},
  requestMs = REQUEST_MS,
): Promise<RunningMock> {
  checkOptions(options, "startMock", "port host https adminKey store onOtherSetup onStoreNotice");
  const { port = DEFAULT_PORT, host = DEFAULT_HOST, https, adminKey, store } = options;
  checkNumber("port", port, 65_535);
  // With an empty host, node:http would listen on all addresses.
  if (host === "")
    throw inputError("bad-value", {
      flag: "host",
      expected: "an address or a name of this machine",
      value: host,
    });
  const { server, sockets } = await openServer(https, {
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: requestMs,
    // How often node:http looks for requests that take too long.
    connectionsCheckingInterval: requestMs / 10,
  });
  const setting = {
    ...options,
    // A fault that resets connections must not hit one that has been used before
    // (service/respond.ts).
    onMayReset: () => server.closeIdleConnections(),
  };
  const replica =
    store === undefined ? undefined : await (await loadReplica()).openReplica(store, setting);
  const service = replica?.service ?? (await createService(setting));
  const worlds = replica?.worlds ?? ownWorlds(service);
  answerRequests(server, { service, worlds, adminKey }, replica?.answer);
  await listen(server, port, host).catch((error: unknown) => {
    replica?.close();
    throw error;
  });
  return {
    ...addressesOf(server, host, https === undefined ? "http" : "https"),
    apiKeys: service.apiKeys,
    world: localWorld(() => worlds.open("")),
    get scenario() {
      return service.template.scenario.name;
    },
    get seed() {
      return service.template.seed;
    },
    orders: (state) => {
      const { store } = service.main;
      return { count: store.counts()[state], ids: store.idsIn(state, SHOWN_IDS).map(String) };
    },
    useScenario: async (scenario) => {
      if (replica !== undefined) throw mockError("store-scenario");
      await service.useScenario(await asScenario(scenario));
    },
    close: () => closeServer(server, sockets).then(() => replica?.close()),
  };
}

function closeServer(server: Server, sockets: Iterable<Socket> = []): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
    for (const socket of sockets) socket.destroy();
  });
}

function addressesOf(server: Server, host: string, scheme: "http" | "https") {
  const { port } = server.address() as AddressInfo;
  const originAt = (name: string): string =>
    `${scheme}://${name.includes(":") ? `[${name}]` : name}:${port}`;
  return {
    baseUrl: `${originAt(host)}${BASE_PATH}`,
    adminUrl: `${originAt(host)}${ADMIN_PATH}`,
    networkUrls: lanAddresses(host).map((name) => `${originAt(name)}${BASE_PATH}`),
    port,
  };
}

async function openServer(
  https: MockOptions["https"],
  settings: ServerOptions,
): Promise<Pick<TlsServer, "server"> & Partial<TlsServer>> {
  if (https === undefined) return { server: createServer(settings) };
  return (await import("./tls-server.ts")).createTlsServer(https, settings);
}

const loadReplica = () => import("../replicas/replica.ts");

/** Throws a UserError. */
function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? inputError("port-in-use", { port, host })
          : inputError("port-refused", { port, host, why: describeSystemError(error) }),
      ),
    );
    server.listen(port, host, resolve);
  });
}
