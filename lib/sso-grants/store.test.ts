import { beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from '#lib/crypto.ts'
import { redeemGrant } from '#lib/sso-grants/redemption-store.ts'
import type { GrantEntry } from '#lib/sso-grants/sso-grant.ts'
import { burnGrant } from '#lib/sso-grants/store.ts'
import { issueLink, makeTestProgram } from '#lib/testing/test-grants.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let entry: GrantEntry
beforeEach(async () => {
  services = await openTestServices()
  const { searchParams } = await issueLink(await makeTestProgram(services))
  const read = (name: string) => searchParams.get(name) ?? ''
  const hints = {
    userId: read('userId'),
    timestamp: read('timestamp'),
    backUrl: read('backUrl'),
    deepPath: read('deepPath'),
  }
  entry = { token: read('token'), hints, browserHash: 'browser' }
})

async function redeem(changes: Partial<GrantEntry['hints']> = {}, browserHash = entry.browserHash): Promise<boolean> {
  const { token, hints } = entry
  const changed = { token, hints: { ...hints, ...changes }, browserHash }
  return (await redeemGrant(services.db, sha256(token), changed, 'https://crm.example.com')) !== undefined
}

/** Read first, decided later: the statement must hold alone, whatever was seen before. */
describe('the statement that redeems a grant', () => {
  it('is true once', async () => {
    expect(await Promise.all(Array.from({ length: 200 }, () => redeem()))).toEqual([true, ...Array(199).fill(false)])
  })

  it('is true at 14 999 ms and false at 15 000 ms', async () => {
    services.clock.advance(15_000)
    expect(await redeem()).toBe(false)
    services.clock.set(testStart + 14_999)
    expect(await redeem()).toBe(true)
  })

  it('is false for a burned grant', async () => {
    expect(await burnGrant(services.db, sha256(entry.token))).toBe(true)
    expect(await redeem()).toBe(false)
  })

  it.each([
    { userId: 'usr_other' },
    { timestamp: String(testStart + 1) },
    { timestamp: '' },
    { timestamp: 'x' },
    { backUrl: 'https://login.example.com/' },
    { deepPath: '/accounts/other' },
  ])('is false with an edited hint: %j', async (change) => {
    expect(await redeem(change)).toBe(false)
    expect(await redeem()).toBe(true)
  })

  it('is false in another browser than that of the launch', async () => {
    await services.db.updateTable('sso_grants').set({ browser_hash: 'own' }).execute()
    expect(await redeem({}, 'other')).toBe(false)
    expect(await redeem({}, 'own')).toBe(true)
  })
})

describe('the statement that burns a grant', () => {
  it('is true once, and never for a redeemed one', async () => {
    const tokenHash = sha256(entry.token)
    expect(await burnGrant(services.db, tokenHash)).toBe(true)
    expect(await burnGrant(services.db, tokenHash)).toBe(false)
    await services.db.updateTable('sso_grants').set({ burned_at: null, redeemed_at: testStart }).execute()
    expect(await burnGrant(services.db, tokenHash)).toBe(false)
  })
})
