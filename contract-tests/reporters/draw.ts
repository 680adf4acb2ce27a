/** Draws what a command printed: `FORCE_COLOR=1 npx orders-kit verify | node dist/contract-tests/reporters/draw.js TITLE > picture.svg`. */
import { text } from "node:stream/consumers";
import { terminalPicture } from "./picture.ts";

const [title = "orders-kit"] = process.argv.slice(2);
process.stdout.write(terminalPicture(await text(process.stdin), { title }));
