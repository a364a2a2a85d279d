import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { maxRulesOfGroup } from '#lib/domain/accounts/account-groups/account-group.ts'
import { changeMembers } from '#lib/domain/accounts/account-groups/change-members.ts'
import { addGroupRule, applyGroupRule, removeGroupRule } from '#lib/domain/accounts/account-groups/group-rules.ts'
import { listGroups } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { createAccount, listAccounts, updateAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { insertAccount, updateFields, upsertAccounts } from '#lib/domain/accounts/accounts/store.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { makeGroup } from '#lib/testing/account-groups.ts'
import { account } from '#lib/testing/accounts.ts'
import { root } from '#lib/testing/people.ts'
import { meetAfter } from '#lib/testing/rendezvous.ts'
import { makeBackup, restoreTo } from '#lib/testing/restoring.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let groupId: string
beforeEach(async () => {
  services = await openTestServices()
  await upsertAccounts(services.db, [
    located('ch-1', 'de-ch'),
    located('ch-2', 'fr-ch'),
    located('CH-3', 'de-ch'),
    located('at-1', 'de-at'),
    located('none', null),
  ])
  groupId = await makeGroup(services, [])
})

function located(id: string, locale: string | null) {
  return account({ id, locale })
}

function addRule(idPrefix: string, locale = ''): Promise<string> {
  return addGroupRule(services, root, { groupId, idPrefix, locale })
}

async function members(of: TestServices = services): Promise<readonly string[]> {
  return (await listAccounts(of, root, { group: groupId })).accounts.map(({ id }) => id).toSorted()
}

/** Starts the work while a transaction has written an account and not committed. */
async function during(write: (trx: DbTransaction) => Promise<unknown>, work: () => Promise<unknown>): Promise<void> {
  let working: Promise<unknown> | undefined
  await services.db.transaction().execute(async (trx) => {
    await write(trx)
    working = work()
    await Promise.race([working, sleep(200)])
  })
  await working
}

describe('a rule of a group', () => {
  it('adds the accounts that match it: by the start of the ID, the locale, or both', async () => {
    const byPrefix = await addRule('ch-')
    expect(await members()).toEqual(['ch-1', 'ch-2'])
    const byLocale = await addRule('', 'DE_CH')
    expect(await members()).toEqual(['CH-3', 'ch-1', 'ch-2'])
    await removeGroupRule(services, root, byPrefix)
    expect(await members()).toEqual(['CH-3', 'ch-1'])
    await removeGroupRule(services, root, byLocale)
    expect(await members()).toEqual([])
    await addRule('ch-', 'fr-ch')
    expect(await members()).toEqual(['ch-2'])
  })

  it('is true of accounts that are added, imported or changed later', async () => {
    await addRule('', 'de-ch')
    await createAccount(services, root, located('new', 'de-ch'))
    await updateAccount(services, root, located('at-1', 'de-ch'))
    await updateAccount(services, root, located('ch-1', 'fr-ch'))
    await upsertAccounts(services.db, [located('none', 'de-ch'), located('CH-3', null), located('later', 'de-ch')])
    expect(await members()).toEqual(['at-1', 'later', 'new', 'none'])
    // A change of another column matches nothing again.
    await updateAccount(services, root, { ...located('at-1', 'de-ch'), name: 'Other' })
    expect(await members()).toEqual(['at-1', 'later', 'new', 'none'])
  })

  it('is true of an account that changes while it is matched', async () => {
    const meeting = meetAfter(services, /^select "id", ("locale"|"name", .*) from "accounts"/)
    await Promise.all([
      addGroupRule(meeting, root, { groupId, idPrefix: '', locale: 'de-ch' }),
      updateAccount(meeting, root, located('ch-1', 'fr-ch')),
    ])
    expect(await members()).toEqual(['CH-3'])
  })

  it('is true of an account that is being added', async () => {
    await during(
      (trx) => insertAccount(trx, located('new', 'de-ch')),
      () => addRule('', 'de-ch'),
    )
    expect(await members()).toEqual(['CH-3', 'ch-1', 'new'])
  })

  it('is true of an account that is being changed', async () => {
    const ruleId = await addRule('', 'de-ch')
    await services.db.deleteFrom('account_group_members').execute()
    await during(
      (trx) => updateFields(trx, 'ch-1', located('ch-1', 'fr-ch')),
      () => applyGroupRule(services, root, ruleId),
    )
    expect(await members()).toEqual(['CH-3'])
  })

  it('leaves chosen accounts and those of other rules when it goes', async () => {
    await changeMembers(services, root, { groupId, change: 'added', ids: ['ch-1'] })
    const first = await addRule('ch-')
    await addRule('', 'fr-ch')
    await changeMembers(services, root, { groupId, change: 'removed', ids: ['ch-2'] })
    expect(await members()).toEqual(['ch-1', 'ch-2'])
    await removeGroupRule(services, root, first)
    expect(await members()).toEqual(['ch-1', 'ch-2'])
    await updateAccount(services, root, located('ch-2', 'de-at'))
    expect(await members()).toEqual(['ch-1'])
  })

  it('continues after an interruption, and adds nothing twice', async () => {
    const ruleId = await addRule('ch-')
    const isApplied = async () => (await listGroups(services, root)).groups[0]?.rules[0]?.isApplied
    expect(await isApplied()).toBe(true)
    await services.db.deleteFrom('account_group_members').where('account_id', '=', 'ch-2').execute()
    await services.db.updateTable('account_group_rules').set({ applied_at: null }).execute()
    expect(await isApplied()).toBe(false)
    await applyGroupRule(services, root, ruleId)
    await applyGroupRule(services, root, ruleId)
    expect(await isApplied()).toBe(true)
    expect(await members()).toEqual(['ch-1', 'ch-2'])
  })

  it('is matched in batches with any number of accounts', { timeout: 60_000 }, async () => {
    const many = Array.from({ length: 4_100 }, (_, index) => located(`many-${index}`, index % 2 ? 'de-de' : null))
    for (let start = 0; start < many.length; start += 2_000) {
      await upsertAccounts(services.db, many.slice(start, start + 2_000))
    }
    const ruleId = await addRule('', 'de-de')
    const count = async () => (await services.db.selectFrom('account_group_members').selectAll().execute()).length
    expect(await count()).toBe(2_050)
    await removeGroupRule(services, root, ruleId)
    expect(await count()).toBe(0)
    await addRule('many-')
    expect(await count()).toBe(4_100)
  })

  it('is refused if it is empty, malformed, repeated or one too many', async () => {
    for (const [idPrefix, locale, fields] of [
      ['', '', { idPrefix: 'required' }],
      ['a b', '', { idPrefix: 'malformed' }],
      ['', 'german', { locale: 'malformed' }],
    ] as const) {
      await expect(addRule(idPrefix, locale)).rejects.toMatchObject({ code: 'input_invalid', fields })
    }
    await addRule('a')
    await expect(addRule('a')).rejects.toMatchObject({ fields: { idPrefix: 'taken' } })
    for (let index = 1; index < maxRulesOfGroup; index++) await addRule(`a${index}`)
    await expect(addRule('b')).rejects.toMatchObject({ fields: { idPrefix: 'too_many' } })
    await expect(
      addGroupRule(services, root, { groupId: 'grp_none', idPrefix: 'a', locale: '' }),
    ).rejects.toMatchObject({ code: 'not_found' })
    await expect(removeGroupRule(services, root, 'grule_none')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('and its members are in a backup, and go on together after a restore', async () => {
    await addRule('', 'de-ch')
    await changeMembers(services, root, { groupId, change: 'added', ids: ['at-1'] })
    const before = await members()
    const target = await openTestServices()
    await restoreTo(target, await makeBackup(services))
    expect(await members(target)).toEqual(before)
    await createAccount(target, root, located('new', 'de-ch'))
    expect(await members(target)).toEqual([...before, 'new'].toSorted())
  })
})
