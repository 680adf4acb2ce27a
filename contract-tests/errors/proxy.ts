/** Errors that the proxy sends to a client. Each is a function. */
import { UserError } from "../../spec/errors/user-error.ts";

export const proxyHostError = () =>
  new UserError({
    code: "proxy-host",
    message:
      "orders-kit proxy accepts only 127.0.0.1 and localhost as its host. Point the app at one of them.",
  });

export const proxyOriginError = () =>
  new UserError({
    code: "proxy-origin",
    message:
      "A page of another origin cannot read the findings. Open /__admin/ in a window of its own.",
  });
