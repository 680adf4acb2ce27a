/** The package's version, from its package.json. */
import { createRequire } from "node:module";

export const { version: VERSION } = createRequire(import.meta.url)("orders-kit/package.json") as {
  readonly version: string;
};
