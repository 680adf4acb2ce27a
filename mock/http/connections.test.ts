/** Which connections of apps a command of the control closes. */
import { connect } from "node:net";
import { expect, test } from "playwright/test";
import { withMock } from "../testing/with-mock.ts";

test("a command leaves connections open, unless a fault may reset one", async () => {
  await withMock({}, async (mock) => {
    const socket = connect(mock.port, "127.0.0.1");
    const closed = new Promise<string>((resolve) => socket.once("close", () => resolve("closed")));
    const ask = (): Promise<string> => {
      const answered = new Promise<string>((resolve) => socket.once("data", () => resolve("open")));
      socket.write(
        `GET /v1/store/orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer demo-key\r\n\r\n`,
      );
      return Promise.race([answered, closed]);
    };
    const arm = (fault: object): Promise<Response> =>
      fetch(`${mock.adminUrl}/faults`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify([fault]),
      });
    expect(await ask()).toBe("open");
    await arm({ on: "getPet", status: 503 });
    expect(await ask()).toBe("open");
    await arm({ on: "getPet", fail: "reset" });
    expect(await closed).toBe("closed");
  });
});
