/** `npm run docs`: builds the site in .build/site, and serves it until it is ended; with `--build` it only builds. */
import { buildSite, serveSite } from "./build.ts";

const FOLDER = ".build/site";
const PORT = 4030;

await buildSite(FOLDER);
if (!process.argv.includes("--build")) {
  const { resolvedUrls } = await serveSite(FOLDER, PORT);
  console.log(`The pages are in ${FOLDER}, and on ${resolvedUrls?.local[0]}`);
}
