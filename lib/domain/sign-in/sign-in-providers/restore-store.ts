import type { ProviderChoice } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { deleteRows, insertRows } from '#lib/foundation/db/copy/rows.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'

const pageRows = 500

/**
 * Replaces the identities by those of another database, so that an identity that was unlinked there doesn't work again.
 * Leaves out those of users and providers that this database doesn't have.
 */
export async function copyIdentities(from: Db, to: Db): Promise<void> {
  await deleteRows(to, 'provider_identities')
  const providers = await to.selectFrom('sign_in_providers').select('id').execute()
  const providerIds = new Set(providers.map(({ id }) => id))
  const pages = from.selectFrom('provider_identities').selectAll().orderBy('id').limit(pageRows)
  for (let afterId = ''; ; ) {
    const rows = await pages.where('id', '>', afterId).execute()
    const last = rows.at(-1)
    if (!last) return
    const userIds = await findUserIds(to, [...new Set(rows.map((row) => row.user_id))])
    const known = rows.filter((row) => providerIds.has(row.provider_id) && userIds.has(row.user_id))
    await insertRows(to, 'provider_identities', known)
    afterId = last.id
  }
}

async function findUserIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const users = await db.selectFrom('users').select('id').where('id', 'in', ids).execute()
  return new Set(users.map(({ id }) => id))
}

/** Disables the providers that another database has removed or disabled. @returns those that were enabled until now */
export async function disableEndedProviders(from: Db, to: Db): Promise<readonly ProviderChoice[]> {
  const enabled = await from.selectFrom('sign_in_providers').select('id').where('disabled_at', 'is', null).execute()
  const enabledIds = enabled.map(({ id }) => id)
  return to
    .updateTable('sign_in_providers')
    .set({ disabled_at: nowMs })
    .where('disabled_at', 'is', null)
    .$if(enabledIds.length > 0, (ending) => ending.where('id', 'not in', enabledIds))
    .returning(['id', 'label'])
    .execute()
}
