/** Schemas of the arguments of a world's methods, from a program or over HTTP. Loaded on demand. */
import * as v from "valibot";
import { answers } from "../../scenarios/answers-schema.ts";
import { faultsSchema, keySchema, shipsSchema, whenSchema } from "../../scenarios/event-schemas.ts";
import { MAX_SECONDS } from "../../scenarios/limits.ts";
import { orderSchema } from "../../scenarios/order-schema.ts";
import type { Fault } from "../../scenarios/scenario.ts";
import { read } from "../../scenarios/source/read.ts";
import { mapping, number } from "../../scenarios/source/schemas.ts";
import type { Source } from "../../scenarios/source/source.ts";

const secondsSchema = number(0, MAX_SECONDS, "seconds");
const timeSchema = mapping({ seconds: secondsSchema }, "Say how much time goes by: seconds: 10.");
const partSchema = mapping({
  answers: v.exactOptional(answers),
  key: v.exactOptional(keySchema),
  ships: v.exactOptional(shipsSchema),
});
const wholeSchema = mapping({ faults: faultsSchema });

/** All of these throw a UserError with the path of each mistake. */
export const readSeconds = (time: Source): number => read(time, timeSchema).seconds;

/** Returns an empty object for an order that ships at once. */
export const readWhen = (when: Source) => read(when, whenSchema);

/** The parts of a scenario that a running world can take over. */
export const readPart = (part: Source) => read(part, partSchema);

/** The order's fields and its state. */
export const readOrder = (order: Source) => read(order, orderSchema);

export const readFaults = (whole: Source): Fault[] => read(whole, wholeSchema).faults;
