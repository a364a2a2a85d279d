import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'lib/**/*.test.ts',
      'cli/**/*.test.ts',
      'app/**/*.test.ts',
      'components/**/*.test.ts',
      'scripts/**/*.test.ts',
      'server.test.ts',
    ],
    setupFiles: ['lib/testing/setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
