/** Deployments that are unusual and conform to the contract. */
import type { Sound } from "../variant.ts";
import { CHANGING_LIST_VARIANTS } from "./changing-lists.ts";
import { CONCURRENT_CLIENT_VARIANTS } from "./concurrent-clients.ts";
import { ERROR_VARIANTS } from "./errors.ts";
import { GATEWAY_VARIANTS } from "./gateways.ts";
import { HIDDEN_ORDER_VARIANTS } from "./hidden-orders.ts";
import { INTERRUPTION_VARIANTS } from "./interruptions.ts";
import { KEY_VARIANTS } from "./keys.ts";
import { ORDER_VARIANTS } from "./orders.ts";
import { HTTP_SILENCE_VARIANTS } from "./silences-http.ts";
import { ORDER_SILENCE_VARIANTS } from "./silences-orders.ts";
import { SPELLING_VARIANTS } from "./spellings.ts";
import { HTTP_VARIANTS } from "./transport.ts";

export const SOUND: readonly Sound[] = [
  ...ORDER_SILENCE_VARIANTS,
  ...HTTP_SILENCE_VARIANTS,
  ...ORDER_VARIANTS,
  ...ERROR_VARIANTS,
  ...CONCURRENT_CLIENT_VARIANTS,
  ...CHANGING_LIST_VARIANTS,
  ...HIDDEN_ORDER_VARIANTS,
  ...HTTP_VARIANTS,
  ...INTERRUPTION_VARIANTS,
  ...GATEWAY_VARIANTS,
  ...KEY_VARIANTS,
  ...SPELLING_VARIANTS,
];
