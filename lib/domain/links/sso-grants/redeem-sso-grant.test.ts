import { beforeEach, describe, expect, it } from 'vitest'
import { parseGrantLink } from '#lib/domain/links/sso-grants/grant-link.ts'
import { redeemSsoGrant } from '#lib/domain/links/sso-grants/redeem-sso-grant.ts'
import type { GrantEntry } from '#lib/domain/links/sso-grants/sso-grant.ts'
import { visitor } from '#lib/testing/people.ts'
import { callersAtOnce } from '#lib/testing/sampling.ts'
import { issueLink, makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let program: TestProgram
beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
})

async function issueEntry(browserHash = 'browser'): Promise<GrantEntry> {
  const link = parseGrantLink((await issueLink(program)).searchParams)
  if (!link) throw new Error('malformed link')
  return { ...link, browserHash }
}

describe('redeemSsoGrant', () => {
  it('opens one session for many requests at the same time, in four processes on one database', async () => {
    const entry = await issueEntry()
    const instances = [services]
    while (instances.length < 4) instances.push(await openTestServices({ DATA_DIR: services.env.dataDir }))
    const length = callersAtOnce(200)
    const redemptions = await Promise.all(
      Array.from({ length }, (_, index) => {
        const instance = instances[index % instances.length] ?? services
        return redeemSsoGrant(instance, visitor, { ...entry, browserHash: `browser ${index}` })
      }),
    )
    const kinds = redemptions.map((redemption) => redemption.kind).sort()
    expect(kinds).toEqual(['opened', ...Array(length - 1).fill('redeemed')])
    expect(await services.db.selectFrom('account_sessions').select('id').execute()).toHaveLength(1)
  })

  it('writes nothing if the audit event cannot be written', async () => {
    const entry = await issueEntry()
    await services.db.schema.alterTable('audit_events').renameTo('elsewhere').execute()
    await expect(redeemSsoGrant(services, visitor, entry)).rejects.toThrow()
    await services.db.schema.alterTable('elsewhere').renameTo('audit_events').execute()
    expect(await services.db.selectFrom('account_sessions').select('id').execute()).toEqual([])
    expect(await redeemSsoGrant(services, visitor, entry)).toMatchObject({ kind: 'opened', accountId: 'acme' })
  })

  it('invalidates the grant once, for many edited links at the same time', async () => {
    const entry = await issueEntry()
    const edited = { ...entry, params: { ...entry.params, userId: 'usr_other' } }
    const length = callersAtOnce(50)
    const redemptions = await Promise.all(Array.from({ length }, () => redeemSsoGrant(services, visitor, edited)))
    expect(redemptions.map(({ kind }) => kind)).toEqual(Array(length).fill('unknown'))
    const events = services.db.selectFrom('audit_events').select('id').where('kind', '=', 'sso_grant.refused')
    expect(await events.execute()).toHaveLength(1)
    expect(await redeemSsoGrant(services, visitor, entry)).toMatchObject({
      kind: 'unknown',
      reason: 'link_invalidated',
    })
  })
})
