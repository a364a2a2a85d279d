import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    // Their tools take long to install: `npm run conformance` asks for them, `npm test` does not.
    exclude: ['**/node_modules/**', ...(process.env.CONFORMANCE_EXTENDED ? [] : ['extended/**'])],
    globalSetup: ['harness/set-up.ts'],
    setupFiles: ['../../lib/testing/setup.ts', 'harness/keep-compiled.ts'],
    // Every name is a guarantee: what was held, and against whom, is what the run is for.
    reporters: ['verbose'],
    // Each file keeps to itself by itself.
    isolate: false,
    // Node.js imports the product and the tests itself, and keeps them compiled.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
