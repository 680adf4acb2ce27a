/** The corpus: every variant there is. */
import { ADVICE_VARIANTS } from "./advice/advice.ts";
import { AUTH_KEY_FAULTS } from "./faults/auth-keys.ts";
import { AUTH_MEMORY_FAULTS } from "./faults/auth-memory.ts";
import { AUTH_ORDER_FAULTS } from "./faults/auth-order.ts";
import { CANCEL_ID_FAULTS } from "./faults/cancel-ids.ts";
import { MALFORMED_FAULTS } from "./faults/cancel-malformed.ts";
import { CANCEL_ONCE_FAULTS } from "./faults/cancel-once.ts";
import { CANCEL_OTHERS_FAULTS } from "./faults/cancel-others.ts";
import { SHIPPED_FAULTS } from "./faults/cancel-shipped.ts";
import { CANCEL_STATUS_FAULTS } from "./faults/cancel-statuses.ts";
import { ENCODING_FAULTS } from "./faults/encoding.ts";
import { ERROR_FAULTS } from "./faults/errors.ts";
import { FRAMING_FAULTS } from "./faults/framing.ts";
import { LIST_ANSWER_FAULTS } from "./faults/list-answers.ts";
import { LIST_QUERY_FAULTS } from "./faults/list-queries.ts";
import { LIST_WHOLE_FAULTS } from "./faults/list-whole.ts";
import { ORDER_ELEMENT_FAULTS } from "./faults/order-elements.ts";
import { ORDER_ID_FAULTS } from "./faults/order-ids.ts";
import { ORDER_VALUE_FAULTS } from "./faults/order-values.ts";
import { PET_FAULTS } from "./faults/pets.ts";
import { TRANSPORT_FAULTS } from "./faults/transport.ts";
import { ERROR_VARIANTS } from "./sound/errors.ts";
import { HTTP_VARIANTS } from "./sound/http.ts";
import { KEY_VARIANTS } from "./sound/keys.ts";
import { LIVE_VARIANTS } from "./sound/live.ts";
import { MOMENT_VARIANTS } from "./sound/moments.ts";
import { ORDER_VARIANTS } from "./sound/orders.ts";
import { HTTP_SILENCE_VARIANTS } from "./sound/silences-http.ts";
import { ORDER_SILENCE_VARIANTS } from "./sound/silences-orders.ts";
import type { Variant } from "./variant.ts";

export const VARIANTS: readonly Variant[] = [
  ...AUTH_KEY_FAULTS,
  ...AUTH_MEMORY_FAULTS,
  ...AUTH_ORDER_FAULTS,
  ...LIST_ANSWER_FAULTS,
  ...LIST_WHOLE_FAULTS,
  ...LIST_QUERY_FAULTS,
  ...ORDER_VALUE_FAULTS,
  ...ORDER_ID_FAULTS,
  ...ORDER_ELEMENT_FAULTS,
  ...CANCEL_STATUS_FAULTS,
  ...CANCEL_ONCE_FAULTS,
  ...CANCEL_OTHERS_FAULTS,
  ...SHIPPED_FAULTS,
  ...CANCEL_ID_FAULTS,
  ...MALFORMED_FAULTS,
  ...ERROR_FAULTS,
  ...ENCODING_FAULTS,
  ...TRANSPORT_FAULTS,
  ...FRAMING_FAULTS,
  ...PET_FAULTS,
  ...ADVICE_VARIANTS,
  ...ORDER_SILENCE_VARIANTS,
  ...HTTP_SILENCE_VARIANTS,
  ...ORDER_VARIANTS,
  ...ERROR_VARIANTS,
  ...LIVE_VARIANTS,
  ...HTTP_VARIANTS,
  ...MOMENT_VARIANTS,
  ...KEY_VARIANTS,
];
