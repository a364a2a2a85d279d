import { beforeEach, describe, expect, it } from 'vitest'
import { findOpenable, listOpenableIds } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { createAccount, suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { accountScopes } from '#lib/domain/people/users/user.ts'
import { type Role, roles } from '#lib/foundation/authorization/roles.ts'
import { nowMs } from '#lib/foundation/db/database.ts'
import { giveGroup } from '#lib/testing/account-groups.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

const yesNo = [true, false]

const reasons = ['list', 'group', 'nothing'] as const

type Case = {
  role: Role
  accountScope: 'all' | 'list'
  givenBy: (typeof reasons)[number]
  deactivated: boolean
  suspended: boolean
}

/** A second implementation of the rule "open accounts" (protocol, section 1). */
function maybeOpens({ role, accountScope, givenBy, deactivated, suspended }: Case): boolean {
  if (deactivated || suspended) return false
  const opensAll = {
    owner: true,
    admin: true,
    service_admin: true,
    agent: accountScope === 'all',
    service: accountScope === 'all',
  }
  return opensAll[role] || givenBy !== 'nothing'
}

/** Sets columns directly, because the use cases would normalize contradictions. */
function asStored({ role, accountScope, deactivated }: Case) {
  return { role, account_scope: accountScope, deactivated_at: deactivated ? nowMs : null }
}

const cases = roles.flatMap((role) =>
  accountScopes.flatMap((accountScope) =>
    reasons.flatMap((givenBy) =>
      yesNo.flatMap((deactivated) =>
        yesNo.map((suspended): Case => ({ role, accountScope, givenBy, deactivated, suspended })),
      ),
    ),
  ),
)

describe('which account a user may open', () => {
  let services: TestServices
  beforeEach(async () => {
    services = await openTestServices()
    await createAccount(services, root, account({ id: 'acme', name: 'Acme', locale: 'de-at' }))
    await createAccount(services, root, account({ id: 'other', name: 'Other' }))
  })

  /** A user who gets the account as the case says, and another account. */
  async function insertUserOf(row: Case, accountId: string): Promise<string> {
    const accountIds = row.givenBy === 'list' ? [accountId] : ['other']
    const { id } = await insertUser(services, { accountScope: 'list', accountIds })
    if (row.givenBy !== 'list') {
      await giveGroup(services, id, ['other'])
      await giveGroup(services, id, row.givenBy === 'group' ? ['other', accountId] : [])
    }
    await services.db.updateTable('users').set(asStored(row)).where('id', '=', id).execute()
    return id
  }

  it.each(roles)('as %s, by scope, list, group, deactivation and suspension', async (role) => {
    await createAccount(services, root, account({ id: 'suspended', name: 'Suspended' }))
    await suspendAccount(services, root, 'suspended')
    for (const row of cases.filter((each) => each.role === role)) {
      const accountId = row.suspended ? 'suspended' : 'acme'
      const found = await findOpenable(services.db, await insertUserOf(row, accountId), accountId)
      expect(found?.id, JSON.stringify(row)).toBe(maybeOpens(row) ? accountId : undefined)
    }
  })

  it('is the whole account', async () => {
    const { id } = await insertUser(services, { role: 'owner' })
    expect(await findOpenable(services.db, id, 'acme')).toEqual({
      ...account({ id: 'acme', name: 'Acme', locale: 'de-at' }),
      createdAt: services.clock.now(),
      suspendedAt: null,
    })
  })

  it('is not that of a group of another user', async () => {
    const { id } = await insertUser(services, { accountScope: 'list' })
    const other = await insertUser(services, { accountScope: 'list' })
    await giveGroup(services, id, ['other'])
    await giveGroup(services, other.id, ['acme'])
    expect(await findOpenable(services.db, id, 'acme')).toBeUndefined()
    expect((await findOpenable(services.db, other.id, 'acme'))?.id).toBe('acme')
  })

  it('is found by primary keys and indexes alone', async () => {
    const { id } = await insertUser(services, { accountScope: 'list' })
    await giveGroup(services, id, ['other'])
    const [plan = ''] = await explain(services.db, (db) => listOpenableIds(db, id, ['acme']))
    expect(plan).toMatch(/account_group_members_(by_account|key)/)
    expect(plan).toMatch(/user_account_groups/)
    expect(plan).not.toMatch(/^SCAN|Seq Scan|Hash/m)
  })

  it('is undefined for an unknown account or an unknown user', async () => {
    const { id } = await insertUser(services, { role: 'owner' })
    expect(await findOpenable(services.db, id, 'ACME')).toBeUndefined()
    expect(await findOpenable(services.db, 'usr_nobody', 'acme')).toBeUndefined()
  })
})
