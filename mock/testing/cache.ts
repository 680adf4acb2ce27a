/** A folder below node_modules for what tests build and unpack. */
import { fileURLToPath } from "node:url";

export const CACHE = fileURLToPath(new URL("../../node_modules/.cache/orders-kit/", import.meta.url));
