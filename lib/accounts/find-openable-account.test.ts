import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/accounts/create-account.ts'
import { findOpenableAccount } from '#lib/accounts/find-openable-account.ts'
import { suspendAccount } from '#lib/accounts/suspend-account.ts'
import { insertTestUser } from '#lib/testing/test-people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { operator } from '#lib/users/actor.ts'
import { type Role, roles } from '#lib/users/roles.ts'
import { accountScopes } from '#lib/users/user.ts'

const root = operator('root', 'req_1')
const yesNo = [true, false]

type Case = { role: Role; accountScope: 'all' | 'list'; listed: boolean; deactivated: boolean; suspended: boolean }

/** Section 1 of the protocol, "open accounts", written down a second time and in other words. */
function maybeOpens({ role, accountScope, listed, deactivated, suspended }: Case): boolean {
  if (deactivated || suspended) return false
  const opensAll = { owner: true, admin: true, agent: accountScope === 'all', service: accountScope === 'all' }
  return opensAll[role] || listed
}

const cases = roles.flatMap((role) =>
  accountScopes.flatMap((accountScope) =>
    yesNo.flatMap((listed) =>
      yesNo.flatMap((deactivated) =>
        yesNo.map((suspended): Case => ({ role, accountScope, listed, deactivated, suspended })),
      ),
    ),
  ),
)

describe('which account a user may open', () => {
  let services: TestServices
  beforeEach(async () => {
    services = await openTestServices()
    await createAccount(services, root, { id: 'acme', name: 'Acme', locale: 'de-at', deepPath: null })
    await createAccount(services, root, { id: 'other', name: 'Other', locale: null, deepPath: null })
  })

  it.each(cases)(
    '$role, scope $accountScope, listed $listed, deactivated $deactivated, suspended $suspended',
    async (row) => {
      const accountIds = row.listed ? ['acme'] : ['other']
      const userId = await insertTestUser(services.db, { ...row, accountIds })
      if (row.suspended) await suspendAccount(services, root, 'acme')
      const account = await findOpenableAccount(services.db, userId, 'acme')
      expect(account?.id).toBe(maybeOpens(row) ? 'acme' : undefined)
    },
  )

  it('is the whole account', async () => {
    const userId = await insertTestUser(services.db, { role: 'owner' })
    expect(await findOpenableAccount(services.db, userId, 'acme')).toEqual({
      id: 'acme',
      name: 'Acme',
      locale: 'de-at',
      deepPath: null,
      createdAt: services.clock.now(),
      suspendedAt: null,
    })
  })

  it('is none for an unknown account or an unknown user', async () => {
    const userId = await insertTestUser(services.db, { role: 'owner' })
    expect(await findOpenableAccount(services.db, userId, 'ACME')).toBeUndefined()
    expect(await findOpenableAccount(services.db, 'usr_nobody', 'acme')).toBeUndefined()
  })
})
