import { expect, test } from "playwright/test";
import {
  cancellationOf,
  GET_PET,
  LIST_CALL,
  LIST_WITH_KEY,
  type OutgoingCall,
} from "../client/calls.ts";
import type { Exchange } from "../client/exchange.ts";
import { httpClient } from "../client/http/http-client.ts";
import { CHOSEN } from "../corpus/chosen.ts";
import { startDeployment } from "../corpus/deployment.ts";
import type { Variant } from "../corpus/variant.ts";
import { loadPrism } from "./prism.ts";
import { differencesIn } from "./second-validator.ts";

/** Returns calls of every kind for the ids of one deployment. */
function callsFor(ids: Record<"pending" | "shipped", readonly bigint[]>): OutgoingCall[] {
  const [first, shipped] = [ids.pending.slice(0, 1), ids.shipped.slice(0, 1)];
  const pet = { ...GET_PET, credential: "good" } as const;
  return [
    LIST_WITH_KEY,
    { ...LIST_CALL, credential: "none" },
    { ...LIST_CALL, credential: "lower-case-scheme" },
    { ...LIST_CALL, credential: "basic" },
    { ...LIST_WITH_KEY, query: "limit=1" },
    { ...LIST_WITH_KEY, headers: [["Range", "items=0-0"]] },
    { ...LIST_WITH_KEY, headers: [["Accept", "application/xml"]] },
    { ...LIST_WITH_KEY, method: "HEAD" },
    ...["77", "-1", "abc", "%zz"].map(cancellationOf),
    ...first.map((id) => ({ ...cancellationOf(id), credential: "wrong" as const })),
    ...[...first, ...first, ...shipped].map(cancellationOf),
    pet,
    { ...pet, credential: "none" },
  ];
}

/** Returns equal texts for exchanges that differ only in their times and dates. */
function identityOf({ call, response, credentialEchoed }: Exchange): string {
  const headers = response?.headers.filter(([name]) => !/^(?:date|x-)/i.test(name));
  const body = Buffer.from(response?.body ?? []).toString("latin1");
  return JSON.stringify([call, { ...response, headers, body }, credentialEchoed]);
}

/** How many variants run at a time: some keep a call waiting. */
const PARALLEL = 8;

test("on deployments of the corpus Prism and orders-kit agree", async () => {
  test.setTimeout(300_000);
  const prism = await loadPrism();
  const differences: string[] = [];
  // Most variants answer most calls alike.
  const compared = new Set<string>();

  const tryVariant = async (variant: Variant): Promise<void> => {
    const deployment = await startDeployment(variant);
    const limits = { firstByteMs: 300, wholeMs: 1_000, quietMs: 20 };
    const sender = httpClient({ ...deployment, limits });
    for (const call of callsFor(deployment)) {
      const exchange = await sender.send(call);
      if (exchange.response === undefined || exchange.failure !== undefined) continue;
      const where = `${variant.title} ${call.method} ${call.path} (${call.credential})`;
      const identity = identityOf(exchange);
      if (compared.has(identity)) continue;
      compared.add(identity);
      const reported = (await prism.validate(exchange)) ?? [];
      for (const difference of differencesIn(exchange, reported))
        differences.push(`${where} ${difference}`);
    }
    await sender.close();
    await deployment.close();
  };

  const left = [...CHOSEN];
  const work = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await tryVariant(next);
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  expect(compared.size, "different exchanges").toBeGreaterThan(CHOSEN.length);
  expect(differences).toEqual([]);
});
