/** Errors that the proxy sends to its clients. */
import { errorTable } from "../../../spec/errors/user-error.ts";

export const proxyError = errorTable({
  "proxy-host":
    "orders-kit proxy accepts only 127.0.0.1 and localhost as its host. Point the app at one of them.",
  "proxy-origin":
    "A page of another origin cannot read the findings. Open /__admin/ in a window of its own.",
});
