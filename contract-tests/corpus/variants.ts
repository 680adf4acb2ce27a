/** The corpus: every variant there is. */
import { ADVICE_VARIANTS } from "./advice/advice.ts";
import { AUTH_FAULTS } from "./faults/auth.ts";
import { CANCEL_FAULTS } from "./faults/cancel.ts";
import { ENCODING_FAULTS } from "./faults/encoding.ts";
import { ERROR_FAULTS } from "./faults/errors.ts";
import { LIST_FAULTS } from "./faults/list.ts";
import { ORDER_FAULTS } from "./faults/order.ts";
import { PET_FAULTS } from "./faults/pets.ts";
import { TRANSPORT_FAULTS } from "./faults/transport.ts";
import { LIVE_VARIANTS } from "./sound/live.ts";
import { ORDER_VARIANTS } from "./sound/orders.ts";
import { SILENCE_VARIANTS } from "./sound/silences.ts";
import { TRANSPORT_VARIANTS } from "./sound/transport.ts";
import type { Variant } from "./variant.ts";

export const VARIANTS: readonly Variant[] = [
  ...AUTH_FAULTS,
  ...LIST_FAULTS,
  ...ORDER_FAULTS,
  ...CANCEL_FAULTS,
  ...ERROR_FAULTS,
  ...ENCODING_FAULTS,
  ...TRANSPORT_FAULTS,
  ...PET_FAULTS,
  ...ADVICE_VARIANTS,
  ...SILENCE_VARIANTS,
  ...ORDER_VARIANTS,
  ...LIVE_VARIANTS,
  ...TRANSPORT_VARIANTS,
];
