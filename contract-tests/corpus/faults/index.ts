/** Deployments that break a clause. */
import type { Fault } from "../variant.ts";
import { AUTH_KEY_FAULTS } from "./auth/keys.ts";
import { LEFT_BEHIND_FAULTS } from "./auth/left-behind.ts";
import { AUTH_MEMORY_FAULTS } from "./auth/memory.ts";
import { AUTH_ORDER_FAULTS } from "./auth/order.ts";
import { AUTH_SPELLING_FAULTS } from "./auth/spellings.ts";
import { CANCEL_ID_FAULTS } from "./cancel/ids.ts";
import { MALFORMED_ID_FAULTS } from "./cancel/malformed-ids.ts";
import { CANCEL_ONCE_FAULTS } from "./cancel/once.ts";
import { CANCEL_OTHERS_FAULTS } from "./cancel/others.ts";
import { SHIPPED_FAULTS } from "./cancel/shipped.ts";
import { CANCEL_STATUS_FAULTS } from "./cancel/statuses.ts";
import { CONCURRENCY_FAULTS } from "./concurrency.ts";
import { ENCODING_FAULTS } from "./encoding.ts";
import { ERROR_FAULTS } from "./errors.ts";
import { FRAMING_FAULTS } from "./framing.ts";
import { LATER_FAULTS } from "./later.ts";
import { ORDER_ELEMENT_FAULTS } from "./list/order-elements.ts";
import { ORDER_ID_FAULTS } from "./list/order-ids.ts";
import { ORDER_VALUE_FAULTS } from "./list/order-values.ts";
import { LIST_QUERY_FAULTS } from "./list/queries.ts";
import { LIST_REPLY_FAULTS } from "./list/replies.ts";
import { LIST_WHOLE_FAULTS } from "./list/whole.ts";
import { PET_FAULTS } from "./pets.ts";
import { TRANSPORT_FAULTS } from "./transport.ts";

export const FAULTS: readonly Fault[] = [
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
  ...FRAMING_FAULTS,
  ...PET_FAULTS,
];
