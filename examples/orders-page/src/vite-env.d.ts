/// <reference types="vite/client" />

interface ImportMetaEnv {
  /**
   * The service's base address, which ends in its version: http://127.0.0.1:4010/v1 for a mock, or
   * a deployment.
   */
  readonly VITE_ORDERS_API?: string;
}
