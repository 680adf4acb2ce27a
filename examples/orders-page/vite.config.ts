import { defineConfig, loadEnv } from "vite";

export default defineConfig(({ mode }) => {
  const { VITE_ORDERS_API } = loadEnv(mode, import.meta.dirname);
  return {
    // public/ holds the service worker that stands in for the service, and nothing else: a build with a real address leaves it out.
    publicDir: VITE_ORDERS_API ? false : "public",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  };
});
