/** Deployments that conform to the contract or not, depending on how it is read: the gate gives advice and never fails them. */
import type { Advice } from "../variant.ts";
import { REPLY_ADVICE } from "./replies.ts";
import { REQUEST_ADVICE } from "./requests.ts";

export const ADVICE: readonly Advice[] = [...REQUEST_ADVICE, ...REPLY_ADVICE];
