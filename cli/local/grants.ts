import type { NewestPlace } from '#lib/newest-first.ts'
import type { GrantReceipt } from '#lib/sso-grants/grant-receipt.ts'
import { getReceipt, listReceipts } from '#lib/sso-grants/read-receipt.ts'
import { getUserByName } from '#lib/users/find-users.ts'
import type { CommandContext } from '../run.ts'
import { itemsPerPage } from './read-pages.ts'

/** `user`: an email address or a username. */
type GrantFilter = Readonly<Partial<Record<'accountId' | 'user' | 'keyId', string | undefined>>> &
  Readonly<{ limit: number }>

export function localGrants(context: CommandContext) {
  const { services, actor } = context
  return {
    show: (grantId: string) => getReceipt(services, actor, grantId),
    /** The newest first. */
    list: (filter: GrantFilter) => listGrants(context, filter),
  }
}

async function listGrants(
  { services, actor }: CommandContext,
  { user, limit, ...filter }: GrantFilter,
): Promise<readonly GrantReceipt[]> {
  const userId = user === undefined ? undefined : (await getUserByName(services, actor, user)).id
  const found: GrantReceipt[] = []
  let after: NewestPlace | undefined
  do {
    const page = await listReceipts(services, actor, { ...filter, userId, after, limit: itemsPerPage })
    found.push(...page.receipts)
    after = page.next
  } while (after && found.length < limit)
  return found.slice(0, limit)
}
