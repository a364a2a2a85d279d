import type { Kysely } from 'kysely'
import { createAccountSearch } from '#lib/foundation/db/migrations/baseline/account-search.ts'
import { accountTables } from '#lib/foundation/db/migrations/baseline/accounts-tables.ts'
import { createFunctions } from '#lib/foundation/db/migrations/baseline/functions.ts'
import { keyTables } from '#lib/foundation/db/migrations/baseline/keys-tables.ts'
import { peopleTables } from '#lib/foundation/db/migrations/baseline/people-tables.ts'
import { serverTables } from '#lib/foundation/db/migrations/baseline/server-tables.ts'
import { signInTables } from '#lib/foundation/db/migrations/baseline/sign-in-tables.ts'
import { createTriggers } from '#lib/foundation/db/migrations/baseline/triggers.ts'
import { runScript } from '#lib/foundation/db/migrations/run-script.ts'

/** The schema of 0.2.0, the first release. A database of 0.1 has it already: see `migrate.ts`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const script of [peopleTables, accountTables, signInTables, keyTables, serverTables]) await runScript(db, script)
  await createFunctions(db)
  await createAccountSearch(db)
  await createTriggers(db)
}
