import { defineConfig, loadEnv } from "vite";

export default defineConfig(({ mode }) => {
  const { VITE_ORDERS_API } = loadEnv(mode, import.meta.dirname);
  return {
    // public/ contains only the script of the mock service worker, which a build for a deployment
    // does not need.
    publicDir: VITE_ORDERS_API ? false : "public",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  };
});
