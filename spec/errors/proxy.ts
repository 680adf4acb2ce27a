/** Errors that the proxy between an app and a deployment answers itself. */
import { defineError } from "./user-error.ts";

export const PROXY = {
  proxyHost: defineError(
    "proxy-host",
    "A request to `orders-kit proxy` has a Host header that is not a name of this machine: let the app call 127.0.0.1 or localhost.",
    () => "orders-kit proxy accepts only 127.0.0.1 and localhost as its host. Let the app call one of them.",
  ),
  proxyOrigin: defineError(
    "proxy-origin",
    "A page of another origin asks for the findings of `orders-kit proxy`: open its page.",
    () => "A page of another origin cannot read the findings. Open /__admin/ in a window of its own.",
  ),
};
