/** A world of a running mock, over HTTP. */

import { BASE_PATH } from "../../spec/base-address.ts";
import { describeSystemError } from "../../spec/errors/system-error.ts";
import { parseJson } from "../../spec/interface/json.ts";
import { clientWorld } from "../control/client-world.ts";
import { ControlClient, type ControlTransport } from "../control/control-client.ts";
import type { WorldControl } from "../control/world-control.ts";
import { mockError } from "../errors/mock.ts";

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
    httpTransport(`${baseUrl.slice(0, -BASE_PATH.length)}/__admin`, adminKey),
  );
  return {
    ...clientWorld(control),
    forget: async () => {
      await control.call("DELETE worlds");
    },
  };
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
      throw mockError("mock-unreachable", { url, why: describeSystemError(error.cause ?? error) });
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    if (response.ok) return text;
    const { detail = `status ${response.status}` } = isJson
      ? parseJson<{ detail?: string }>(text)
      : {};
    throw mockError("control-refused", { call: `${method} ${path}`, why: detail });
  };
}
