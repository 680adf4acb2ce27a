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

/** By file, relative to this folder. */
export const VARIANT_FILES: Readonly<Record<string, readonly Variant[]>> = {
  // Deployments that violate a clause.
  "faults/auth/keys.ts": AUTH_KEY_FAULTS,
  "faults/auth/memory.ts": AUTH_MEMORY_FAULTS,
  "faults/auth/left-behind.ts": LEFT_BEHIND_FAULTS,
  "faults/auth/order.ts": AUTH_ORDER_FAULTS,
  "faults/auth/spellings.ts": AUTH_SPELLING_FAULTS,
  "faults/list/replies.ts": LIST_REPLY_FAULTS,
  "faults/list/whole.ts": LIST_WHOLE_FAULTS,
  "faults/list/queries.ts": LIST_QUERY_FAULTS,
  "faults/list/order-values.ts": ORDER_VALUE_FAULTS,
  "faults/list/order-ids.ts": ORDER_ID_FAULTS,
  "faults/list/order-elements.ts": ORDER_ELEMENT_FAULTS,
  "faults/cancel/statuses.ts": CANCEL_STATUS_FAULTS,
  "faults/cancel/once.ts": CANCEL_ONCE_FAULTS,
  "faults/cancel/others.ts": CANCEL_OTHERS_FAULTS,
  "faults/cancel/shipped.ts": SHIPPED_FAULTS,
  "faults/cancel/ids.ts": CANCEL_ID_FAULTS,
  "faults/cancel/malformed-ids.ts": MALFORMED_ID_FAULTS,
  "faults/errors.ts": ERROR_FAULTS,
  "faults/encoding.ts": ENCODING_FAULTS,
  "faults/concurrency.ts": CONCURRENCY_FAULTS,
  "faults/transport.ts": TRANSPORT_FAULTS,
  // Deployments that conform in one reading of the contract and not in another: the gate gives
  // advice and never fails them.
  "advice/requests.ts": REQUEST_ADVICE,
  "advice/replies.ts": REPLY_ADVICE,
  "advice/circumstances.ts": CIRCUMSTANCE_ADVICE,
  // Unusual deployments that conform.
  "sound/open-questions-orders.ts": ORDER_QUESTION_VARIANTS,
  "sound/open-questions-http.ts": HTTP_QUESTION_VARIANTS,
  "sound/orders.ts": ORDER_VARIANTS,
  "sound/errors.ts": ERROR_VARIANTS,
  "sound/concurrent-clients.ts": CONCURRENT_CLIENT_VARIANTS,
  "sound/changing-lists.ts": CHANGING_LIST_VARIANTS,
  "sound/hidden-orders.ts": HIDDEN_ORDER_VARIANTS,
  "sound/transport.ts": HTTP_VARIANTS,
  "sound/interruptions.ts": INTERRUPTION_VARIANTS,
  "sound/gateways.ts": GATEWAY_VARIANTS,
  "sound/keys.ts": KEY_VARIANTS,
  "sound/spellings.ts": SPELLING_VARIANTS,
  "sound/strict.ts": STRICT_VARIANTS,
  "sound/not-the-service.ts": NOT_THE_SERVICE_VARIANTS,
};

export const VARIANTS: readonly Variant[] = Object.values(VARIANT_FILES).flat();
