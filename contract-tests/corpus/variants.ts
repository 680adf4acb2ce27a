/**
 * All variants of the corpus. Put a new variant into the file of its area, and a new file into this
 * list.
 */
import { CIRCUMSTANCE_ADVICE } from "./advice/circumstances.ts";
import { REPLY_ADVICE } from "./advice/replies.ts";
import { REQUEST_ADVICE } from "./advice/requests.ts";
import { AUTH_KEY_FAULTS } from "./faults/auth/keys.ts";
import { LEFT_BEHIND_FAULTS } from "./faults/auth/left-behind.ts";
import { AUTH_MEMORY_FAULTS } from "./faults/auth/memory.ts";
import { AUTH_ORDER_FAULTS } from "./faults/auth/order.ts";
import { AUTH_SPELLING_FAULTS } from "./faults/auth/spellings.ts";
import { CANCEL_ID_FAULTS } from "./faults/cancel/ids.ts";
import { MALFORMED_ID_FAULTS } from "./faults/cancel/malformed-ids.ts";
import { CANCEL_ONCE_FAULTS } from "./faults/cancel/once.ts";
import { CANCEL_OTHERS_FAULTS } from "./faults/cancel/others.ts";
import { SHIPPED_FAULTS } from "./faults/cancel/shipped.ts";
import { CANCEL_STATUS_FAULTS } from "./faults/cancel/statuses.ts";
import { CONCURRENCY_FAULTS } from "./faults/concurrency.ts";
import { ENCODING_FAULTS } from "./faults/encoding.ts";
import { ERROR_FAULTS } from "./faults/errors.ts";
import { LATER_FAULTS } from "./faults/later.ts";
import { ORDER_ELEMENT_FAULTS } from "./faults/list/order-elements.ts";
import { ORDER_ID_FAULTS } from "./faults/list/order-ids.ts";
import { ORDER_VALUE_FAULTS } from "./faults/list/order-values.ts";
import { LIST_QUERY_FAULTS } from "./faults/list/queries.ts";
import { LIST_REPLY_FAULTS } from "./faults/list/replies.ts";
import { LIST_WHOLE_FAULTS } from "./faults/list/whole.ts";
import { TRANSPORT_FAULTS } from "./faults/transport.ts";
import { CHANGING_LIST_VARIANTS } from "./sound/changing-lists.ts";
import { CONCURRENT_CLIENT_VARIANTS } from "./sound/concurrent-clients.ts";
import { ERROR_VARIANTS } from "./sound/errors.ts";
import { GATEWAY_VARIANTS } from "./sound/gateways.ts";
import { HIDDEN_ORDER_VARIANTS } from "./sound/hidden-orders.ts";
import { INTERRUPTION_VARIANTS } from "./sound/interruptions.ts";
import { KEY_VARIANTS } from "./sound/keys.ts";
import { NOT_THE_SERVICE_VARIANTS } from "./sound/not-the-service.ts";
import { HTTP_QUESTION_VARIANTS } from "./sound/open-questions-http.ts";
import { ORDER_QUESTION_VARIANTS } from "./sound/open-questions-orders.ts";
import { ORDER_VARIANTS } from "./sound/orders.ts";
import { SPELLING_VARIANTS } from "./sound/spellings.ts";
import { STRICT_VARIANTS } from "./sound/strict.ts";
import { HTTP_VARIANTS } from "./sound/transport.ts";
import type { Variant } from "./variant.ts";

export const VARIANTS: readonly Variant[] = [
  // Deployments that violate a clause.
  ...AUTH_KEY_FAULTS,
  ...AUTH_MEMORY_FAULTS,
  ...LEFT_BEHIND_FAULTS,
  ...AUTH_ORDER_FAULTS,
  ...AUTH_SPELLING_FAULTS,
  ...LIST_REPLY_FAULTS,
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
  ...MALFORMED_ID_FAULTS,
  ...ERROR_FAULTS,
  ...ENCODING_FAULTS,
  ...LATER_FAULTS,
  ...CONCURRENCY_FAULTS,
  ...TRANSPORT_FAULTS,
  // Deployments that conform in one reading of the contract and not in another: the gate gives
  // advice and never fails them.
  ...REQUEST_ADVICE,
  ...REPLY_ADVICE,
  ...CIRCUMSTANCE_ADVICE,
  // Unusual deployments that conform.
  ...ORDER_QUESTION_VARIANTS,
  ...HTTP_QUESTION_VARIANTS,
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
  ...STRICT_VARIANTS,
  ...NOT_THE_SERVICE_VARIANTS,
];
