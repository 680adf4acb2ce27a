/** The schemas of what the methods of a world are given, in a program or over HTTP. Loaded on demand. */
import * as v from "valibot";
import { answers } from "../../scenarios/answers-schema.ts";
import { faultsSchema, keySchema, shipsSchema, whenSchema } from "../../scenarios/event-schemas.ts";
import { MAX_SECONDS } from "../../scenarios/limits.ts";
import { orderSchema } from "../../scenarios/order-schema.ts";
import type { Fault } from "../../scenarios/scenario.ts";
import { read } from "../../scenarios/source/read.ts";
import { mapping, number } from "../../scenarios/source/schemas.ts";
import type { Source } from "../../scenarios/source/source.ts";

const seconds = number(0, MAX_SECONDS, "seconds");
const timeSchema = mapping({ seconds }, "Say how much time goes by: seconds: 10.");
const partSchema = mapping({
  answers: v.exactOptional(answers),
  key: v.exactOptional(keySchema),
  ships: v.exactOptional(shipsSchema),
});
const wholeSchema = mapping({ faults: faultsSchema });

/** Each throws a UserError with the path of each mistake. */
export const readSeconds = (time: Source): number => read(time, timeSchema).seconds;

/** Empty for an order that ships at once. */
export const readWhen = (when: Source) => read(when, whenSchema);

/** Parts of a scenario that a world takes while it goes on. */
export const readPart = (part: Source) => read(part, partSchema);

/** The fields of the order, and its state. */
export const readOrder = (order: Source) => read(order, orderSchema);

export const readFaults = (whole: Source): Fault[] => read(whole, wholeSchema).faults;
