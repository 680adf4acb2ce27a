/** A package that replaces Prism, to see what it is asked and what happens if it fails. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../temporary-folder.ts";

/** An Either has a left value, which is an error, or a right one. */
const TASK_EITHER = `
  exports.right = (right) => async () => ({ right });
  exports.match = (onLeft, onRight) => (task) => async () => {
    const { left, right } = await task();
    return left === undefined ? onRight(right) : onLeft(left);
  };`;

/**
 * Makes the folder of a prism-cli. `request` is the body of the function `request(input)` and can
 * call `forward`.
 */
export function fakePrism(request: string): string {
  const root = temporaryFolder();
  const http = join(root, "node_modules/@stoplight/prism-http");
  const fp = join(root, "node_modules/fp-ts");
  for (const folder of [http, fp]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(fp, "TaskEither.js"), TASK_EITHER);
  writeFileSync(join(root, "package.json"), '{"version":"5.0.0"}');
  writeFileSync(
    join(http, "index.js"),
    `exports.getHttpOperationsFromSpec = async () => [];
     exports.createInstance = (config, { forward }) => ({ request(input) { ${request} } });`,
  );
  return root;
}
