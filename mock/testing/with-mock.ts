/** Runs a test with a mock on a free port, and closes the mock. */
import { type MockOptions, type RunningMock, startMock } from "../http/server.ts";

export async function withMock(
  options: MockOptions,
  use: (mock: RunningMock) => Promise<void>,
): Promise<void> {
  const mock = await startMock({ port: 0, ...options });
  try {
    await use(mock);
  } finally {
    await mock.close();
  }
}
