/** What the package must be able to do, with the newest of its peers, on this Node. matrix.ts tries it on others. */
import { expect, test } from "playwright/test";
import { consumer } from "./installation.ts";
import { TRIALS } from "./trials.ts";

for (const [name, attempt] of Object.entries(TRIALS))
  test(`${name}, on this Node`, async () => {
    await expect(attempt(consumer("complete"))).resolves.toBeUndefined();
  });
