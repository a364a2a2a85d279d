import { setStateOfAccounts } from '#lib/domain/accounts/account-management/bulk-accounts.ts'
import { ImportPace } from '#lib/domain/accounts/account-management/import-pace.ts'
import type { SeenIds } from '#lib/domain/accounts/account-management/seen-ids.ts'
import { listActiveIds } from '#lib/domain/accounts/accounts/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'

/** As many as `setStateOfAccounts` takes. */
const windowSize = 500

type Missing = Readonly<{ authorize: () => Promise<Actor>; seen: SeenIds; startedAt: number }>

/**
 * Suspends the active accounts that were not seen and existed before an instant, in batches: those before a failure
 * stay suspended, and repeating it continues. @returns how many
 */
export async function suspendMissing(services: Services, { authorize, seen, startedAt }: Missing): Promise<number> {
  const pace = new ImportPace(services.db)
  let suspended = 0
  for (let after = ''; ; ) {
    const ids = await listActiveIds(services.db, { after, createdBefore: startedAt, limit: windowSize })
    const missing = ids.filter((id) => !seen.has(id))
    if (missing.length > 0) {
      suspended += (await setStateOfAccounts(services, await authorize(), { state: 'suspended', ids: missing })).length
    }
    const last = ids.at(-1)
    if (last === undefined || ids.length < windowSize) return suspended
    after = last
    await pace.rest()
  }
}
