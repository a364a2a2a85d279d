import { expect, it } from 'vitest'
import { migrateDatabase } from '#lib/foundation/db/migrate.ts'
import { requireDatabase } from '#lib/foundation/db/require-database.ts'
import { systemClock } from '#lib/kernel/clock.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { makeEmptyDatabase } from '#lib/testing/test-postgres.ts'
import { testSecret } from '#lib/testing/test-services.ts'

const ignore = () => undefined

it('a command refuses a PostgreSQL database without tables of Latchkey, and names it without its password', async () => {
  const url = new URL(await makeEmptyDatabase())
  url.password = 'do-not-print'
  const env = readEnv({ DATABASE_URL: url.href, LATCHKEY_SECRET: testSecret })
  await expect(requireDatabase(env, systemClock, ignore)).rejects.toThrow(
    `There is no database of Latchkey in ${url.host}${url.pathname}. Give the command the server's variables, such as DATABASE_URL, or create a database with "latchkey migrate".`,
  )
  await migrateDatabase(env, systemClock, ignore)
  expect(await requireDatabase(env, systemClock, ignore)).toBeUndefined()
})
