/** A folder below node_modules for what tests build and unpack. */
import { createRequire } from "node:module";
import { join } from "node:path";

// Found from the root, because this file also runs compiled, from another folder.
export const CACHE = join(
  createRequire(import.meta.url).resolve("orders-kit/package.json"),
  "../node_modules/.cache/orders-kit",
);
