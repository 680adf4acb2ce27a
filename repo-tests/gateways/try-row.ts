/** Judges a sound deployment behind a gateway with `orders-kit verify`, as a user does. */
import { startDeployment } from "../../contract-tests/corpus/deployment.ts";
import { sound } from "../../contract-tests/corpus/variant.ts";
import { freePort } from "../../mock/testing/free-port.ts";
import { startConnectProxy } from "./connect-proxy.ts";
import { type Gateway, startGateway } from "./gateway.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import type { Row, Site } from "./row.ts";
import { verify } from "./verify.ts";

/** Requests that the deployment has received when the gateway is interrupted. */
const INTERRUPTED_AFTER = 90;

/** `folder` is empty but for the certificates. */
export async function tryRow(row: Row, folder: string): Promise<Outcome> {
  let received = 0;
  let gateway: Gateway | undefined;
  let interruption: Promise<void> | undefined;
  const onRequest = (): void => {
    received += 1;
    if (received !== INTERRUPTED_AFTER || row.interruption === undefined) return;
    interruption = gateway?.interrupt(row.interruption);
    interruption?.catch(() => {}); // It is awaited after the run.
  };
  const deployment = await startDeployment(
    sound("behind-a-gateway", "The reference.", "it is the reference", ({ answer }) => ({
      answer(request) {
        onRequest();
        return answer(request);
      },
    })),
  );
  const port = await freePort();
  const proxy = row.proxy && (await startConnectProxy(port, row.proxy));
  const site: Site = { port, deployment: Number(new URL(deployment.baseUrl).port), proxy: proxy?.port ?? 0, folder };
  try {
    gateway = await startGateway(row, site);
    const run = await verify(row, site, deployment);
    await interruption;
    if (row.interruption && interruption === undefined) throw new Error(`It ended after ${received} requests.`);
    return outcomeOf(row.expected, run, deployment.harmed);
  } finally {
    await gateway?.stop();
    proxy?.close();
    await deployment.close();
  }
}
