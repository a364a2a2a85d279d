import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { isAboutPostgres, runsOnPostgres, runsOnSqlite } from './lib/testing/postgres-suites.ts'

const include = [
  'lib/**/*.test.ts',
  'cli/**/*.test.ts',
  'app/**/*.test.ts',
  'scripts/**/*.test.ts',
  'examples/**/*.test.ts',
  // Conformance has its own configuration.
  'quality/{benchmarks,resilience}/*.test.ts',
  'quality/benchmarks/*/*.test.ts',
]

const all = globSync(include)
const onSqlite = all.filter(runsOnSqlite)
const chosen = process.env.TEST_CHOSEN
  ? Object.keys(JSON.parse(readFileSync(process.env.TEST_CHOSEN, 'utf8')))
  : undefined
const onPostgres = all.filter((file) =>
  chosen ? isAboutPostgres(file) || chosen.includes(file) : runsOnPostgres(file),
)

export default defineConfig({
  test: {
    // Tests often wait for PostgreSQL and child processes.
    maxWorkers: availableParallelism() + 1,
    // Importing the product again for each file takes as long as its tests.
    isolate: false,
    // Node.js imports the product itself, and keeps it compiled.
    experimental: { viteModuleRunner: false },
    // Of Node.js, about algorithms that the verification of passkeys asks for.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    ...(process.env.TEST_STATEMENTS && { runner: 'lib/testing/statement-runner.ts' }),
    setupFiles: ['lib/testing/setup.ts'],
    globalSetup: ['lib/testing/sqlite-setup.ts'],
    // On a busy machine everything takes long.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'sqlite', include: onSqlite } },
      // With JSX, which Node.js doesn't strip.
      {
        extends: true,
        test: {
          name: 'components',
          include: ['components/**/*.test.ts'],
          globalSetup: [],
          experimental: { viteModuleRunner: true },
        },
      },
      {
        extends: true,
        test: { name: 'postgres', include: onPostgres, globalSetup: ['lib/testing/postgres-setup.ts'] },
      },
    ],
  },
})
