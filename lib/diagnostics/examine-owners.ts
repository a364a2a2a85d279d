import type { Database } from '#lib/db/database.ts'
import { type CheckResult, countOf, ok, warn } from '#lib/diagnostics/check-result.ts'
import { countActiveOwners } from '#lib/diagnostics/store.ts'

/** Whether an owner remains who can sign in. */
export async function checkOwners(db: Database): Promise<CheckResult> {
  const owners = await countActiveOwners(db)
  if (owners === 0) {
    return warn('owners', 'There is none: open the set-up link that the server prints, or run latchkey user create.')
  }
  return ok('owners', `${countOf(owners, 'active owner')}.`)
}
