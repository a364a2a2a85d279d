import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const include = [
  'lib/**/*.test.ts',
  'cli/**/*.test.ts',
  'app/**/*.test.ts',
  'components/**/*.test.ts',
  'scripts/**/*.test.ts',
  'examples/**/*.test.ts',
  // Conformance has its own configuration.
  'quality/{benchmarks,resilience}/*.test.ts',
  'quality/benchmarks/*/*.test.ts',
  'server.test.ts',
]

/** Suites of one engine have it in their name or folder. */
const aboutSqlite = /sqlite(\/|[^/]*\.test\.ts$)/
const aboutPostgres = /postgres(\/|[^/]*\.test\.ts$)/

const all = globSync(include)
const onSqlite = all.filter((file) => !aboutPostgres.test(file))
/** Every suite that opens a database runs on both engines. */
const onPostgres = all.filter(
  (file) =>
    aboutPostgres.test(file) ||
    (!aboutSqlite.test(file) && /openTestServices|testEngine/.test(readFileSync(file, 'utf8'))),
)

export default defineConfig({
  test: {
    // Tests often wait for PostgreSQL and child processes.
    maxWorkers: availableParallelism() + 1,
    // Importing the product again for each file takes as long as its tests.
    isolate: false,
    // Of Node.js, about algorithms that the verification of passkeys asks for.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    setupFiles: ['lib/testing/setup.ts'],
    globalSetup: ['lib/testing/sqlite-setup.ts'],
    // On a busy machine everything takes long.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'sqlite', include: onSqlite } },
      {
        extends: true,
        test: { name: 'postgres', include: onPostgres, globalSetup: ['lib/testing/postgres-setup.ts'] },
      },
    ],
  },
})
