/** Deploys the reference with a change, for tests of commands. */
import type { ContractOptions } from "../playwright/contract.ts";
import { KEY } from "../testing/key-leaks.ts";
import { type Deployment, startDeployment } from "./deployment.ts";
import type { ReferenceService } from "./reference-service.ts";
import { json } from "./replies.ts";
import { sound } from "./variant.ts";

export function deployed(
  change: (service: ReferenceService) => void = () => {},
  mode?: "without ids",
): Promise<Deployment> {
  const variant = sound("The reference, changed.", "for a test", (_, service) => {
    change(service);
    return {};
  });
  return startDeployment({ ...variant, key: KEY }, mode);
}

/** Returns the target and ids of a deployment as arguments of `verify`. */
export const provideFlags = ({ baseUrl, pending, shipped, absent }: Deployment): string[] => [
  baseUrl,
  ...pending.flatMap((id) => ["--pending", String(id)]),
  ...shipped.flatMap((id) => ["--shipped", String(id)]),
  ...absent.flatMap((id) => ["--absent", String(id)]),
];

/** Returns the target and ids of a deployment as options of `contractTests`. */
export const contractOptions = (deployment: Deployment): ContractOptions => ({
  target: deployment.baseUrl,
  pending: deployment.pending.map(String),
  shipped: deployment.shipped.map(String),
  absent: deployment.absent.map(String),
  linger: 0,
});

/**
 * Makes a deployment repeat the key in several encodings and violate error-code, so that reports
 * quote its responses.
 */
export function echoTheKey(service: ReferenceService): void {
  const { answer } = service;
  const keyForms = `not ${KEY}, nor ${Buffer.from(`user:${KEY}`).toString("base64")}, nor ${encodeURIComponent(KEY)}`;
  service.answer = async (request) => {
    const reply = await answer(request);
    const given =
      request.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1] ?? "";
    const echoed = {
      ...reply,
      headers: [...reply.headers, ["X-Debug", `${given} ${keyForms}`] as const],
    };
    if (reply.status !== 401 && reply.status !== 404) return echoed;
    const body = JSON.stringify({ code: 7, message: `${keyForms} ${given}`, status: reply.status });
    return { ...echoed, body: Buffer.from(body) };
  };
}

/** Makes a deployment violate order-quantity and error-code through two separate faults. */
export function makeTwoFaults(service: ReferenceService): void {
  const { members } = service;
  service.members = (...order) => ({ ...members(...order), quantity: `"${order[0].quantity}"` });
  service.unauthorized = () => json(401, '{"code":7,"message":"No.","status":401}');
}
