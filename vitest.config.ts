import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const include = [
  'lib/**/*.test.ts',
  'cli/**/*.test.ts',
  'app/**/*.test.ts',
  'components/**/*.test.ts',
  'scripts/**/*.test.ts',
  'examples/**/*.test.ts',
  // Not in the packages of its own.
  'quality/{benchmarks,resilience}/*.test.ts',
  'quality/benchmarks/*/*.test.ts',
  'server.test.ts',
]

/** A suite about one engine alone says so in its name or folder. */
const aboutSqlite = /sqlite(\/|[^/]*\.test\.ts$)/
const aboutPostgres = /postgres(\/|[^/]*\.test\.ts$)/

const all = globSync(include)
const onSqlite = all.filter((file) => !aboutPostgres.test(file))
/** Every suite that works on a database works on both. */
const onPostgres = all.filter(
  (file) =>
    aboutPostgres.test(file) ||
    (!aboutSqlite.test(file) && /openTestServices|testEngine/.test(readFileSync(file, 'utf8'))),
)

export default defineConfig({
  test: {
    // Tests wait for the disk and for PostgreSQL more than they work.
    maxWorkers: '100%',
    setupFiles: ['lib/testing/setup.ts'],
    globalSetup: ['lib/testing/sqlite-setup.ts'],
    // A thousand writes that each wait for the disk take their time where others use it, too.
    testTimeout: 60_000,
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
