import { importAccounts } from '#lib/account-imports/import-accounts.ts'
import type { NewAccount } from '#lib/accounts/account.ts'
import type { Actor } from '#lib/actor.ts'
import type { Services } from '#lib/services.ts'

/** Imports the accounts as if from a file: once more changes nothing. */
export async function insertAccounts(services: Services, actor: Actor, accounts: readonly NewAccount[]): Promise<void> {
  const rows = accounts.map((account, index) => ({ line: index + 2, account }))
  const file = { rows, badRows: [], unusedColumns: [] }
  await importAccounts(services, actor, { file, fileName: 'demonstration.csv', skipBad: false })
}
