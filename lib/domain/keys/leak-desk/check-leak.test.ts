import { beforeEach, describe, expect, it } from 'vitest'
import { idleMs as sessionIdleMs } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { setSuspended } from '#lib/domain/accounts/accounts/store.ts'
import { pendingMs } from '#lib/domain/keys/api-keys/key-secret.ts'
import { rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { checkLeak } from '#lib/domain/keys/leak-desk/check-leak.ts'
import { writeUsage } from '#lib/domain/keys/usage/write-usage.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { idleMs as familyIdleMs } from '#lib/domain/tokens/refresh-tokens/family.ts'
import { revokeAllFamilies } from '#lib/domain/tokens/refresh-tokens/store.ts'
import { hourMs, secondMs } from '#lib/kernel/clock.ts'
import { takeSnapshot } from '#lib/testing/database-snapshot.ts'
import { anyPerson, insertUser, personOf, root } from '#lib/testing/people.ts'
import { tryTestSecret } from '#lib/testing/rotations.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { issueLink, makeTestProgram, readEverything, renewToken, type TestProgram } from '#lib/testing/test-grants.ts'
import { clientFields, postToken, readTokens, refreshFields } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let program: TestProgram
beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
})

const states = async (text: string, actor = root as Parameters<typeof checkLeak>[1]) =>
  (await checkLeak(services, actor, text)).map((found) =>
    found.known ? [found.kind, found.keyId, found.state, found.works] : [found.kind, 'unknown'],
  )

describe('checking a text for credentials', () => {
  it('finds each kind in noise, says whose it is and whether it works, and repeats nothing of it', async () => {
    const { id, secret } = { id: program.keyId, secret: program.secret }
    const { accessToken, refreshToken } = await readTokens(await postToken(clientFields({ id, secret })))
    const link = await issueLink(program)
    const before = await takeSnapshot(services.db)
    const text = `{"s":"${secret}"}\n${secret}\nAuthorization: Bearer ${accessToken},x\nrt=${refreshToken};\n<a href="${link.href.replaceAll('&', '&amp;')}">`
    const found = await checkLeak(services, root, text)
    expect(
      found.map((item) => item.known && [item.kind, item.keyId, item.keyName, item.owner, item.state, item.works]),
    ).toEqual([
      ['secret', id, 'CRM', 'Robin Example', 'current', true],
      ['refresh_token', id, 'CRM', 'Robin Example', 'current', true],
      ['access_token', id, 'CRM', 'Robin Example', 'current', true],
      ['sign_in_link', id, 'CRM', 'Robin Example', 'live', true],
    ])
    expect(await takeSnapshot(services.db)).toEqual(before)
    const kept = [JSON.stringify(found), services.logLines.join('\n'), await readEverything(services)].join('\n')
    const token = link.searchParams.get('token') ?? 'none'
    for (const pasted of [secret, accessToken, refreshToken, token]) expect(kept).not.toContain(pasted)
  })

  it('says what no longer works', async () => {
    const key = { id: program.keyId, secret: program.secret }
    const tokens = await readTokens(await postToken(clientFields(key)))
    await readTokens(await postToken(refreshFields(program.owner.username, tokens.refreshToken)))
    const link = await issueLink(program)
    services.clock.advance(hourMs)
    expect(await states(`${tokens.refreshToken} ${link.href}`)).toEqual([
      ['refresh_token', key.id, 'replaced', false],
      ['sign_in_link', key.id, 'expired', false],
    ])
    await revokeApiKey(services, root, key.id)
    expect(await states(`${key.secret} ${tokens.accessToken}`)).toEqual([
      ['secret', key.id, 'current', false],
      ['access_token', key.id, 'key_revoked', false],
    ])
  })

  it('says that a live link no longer works once what allowed it has ended', async () => {
    const link = async () => (await issueLink(program)).href
    const suspended = await link()
    await setSuspended(services.db, 'acme', true)
    expect(await states(suspended)).toEqual([['sign_in_link', program.keyId, 'live', false]])
    await setSuspended(services.db, 'acme', false)
    const orphaned = await link()
    expect(await states(orphaned)).toEqual([['sign_in_link', program.keyId, 'live', true]])
    await revokeAllFamilies(services.db, 'restored')
    expect(await states(orphaned)).toEqual([['sign_in_link', program.keyId, 'live', false]])
  })

  it('says until when each works: by itself, or with its key', async () => {
    const key = { id: program.keyId, secret: program.secret, ownerId: '', email: '', username: '' }
    const until = async (text: string) =>
      (await checkLeak(services, root, text)).map((found) => found.known && [found.works, found.worksUntil])
    const first = await readTokens(await postToken(clientFields(key)))
    const link = await issueLink(program)
    const exp = testStart + services.env.accessTokenSeconds * secondMs
    const all = `${key.secret} ${first.refreshToken} ${first.accessToken} ${link.href}`
    expect(await until(all)).toEqual([
      [true, null],
      [true, testStart + familyIdleMs],
      [true, exp],
      [true, testStart + 15 * secondMs],
    ])
    services.clock.advance(secondMs)
    const { secret } = await rotateSecret(services, root, { keyId: key.id, retireAfter: '1h' })
    expect(await until(secret)).toEqual([[true, testStart + secondMs + pendingMs]])
    expect(await tryTestSecret(key, secret)).toBe(200)
    const next = await readTokens(await postToken(refreshFields(program.owner.username, first.refreshToken)))
    expect(await until(`${secret} ${key.secret} ${first.refreshToken} ${next.refreshToken}`)).toEqual([
      [true, null],
      [true, testStart + secondMs + hourMs],
      [true, testStart + 11 * secondMs],
      [true, testStart + secondMs + familyIdleMs],
    ])
    services.clock.advance(10 * secondMs)
    expect(await until(first.refreshToken)).toEqual([[false, undefined]])
    await services.db
      .updateTable('api_keys')
      .set({ expires_at: testStart + 12 * secondMs })
      .execute()
    const works = [true, testStart + 12 * secondMs]
    expect(await until(`${secret} ${key.secret} ${next.refreshToken} ${next.accessToken} ${link.href}`)).toEqual([
      works,
      works,
      works,
      works,
      works,
    ])
    services.clock.advance(secondMs)
    const over = [false, undefined]
    expect(await until(`${secret} ${key.secret} ${next.refreshToken} ${next.accessToken}`)).toEqual([
      over,
      over,
      over,
      over,
    ])
  })

  it('says that a refresh token ends with its family, however often it is used', async () => {
    const { refreshToken } = await readTokens(
      await postToken(clientFields({ id: program.keyId, secret: program.secret })),
    )
    const end = testStart + hourMs
    await services.db.updateTable('refresh_families').set({ expires_at: end }).execute()
    expect(await checkLeak(services, root, refreshToken)).toMatchObject([{ works: true, worksUntil: end }])
  })

  it('knows nothing of altered credentials, and ignores what has no form of ours', async () => {
    const { refreshToken } = await readTokens(
      await postToken(clientFields({ id: program.keyId, secret: program.secret })),
    )
    expect(await states(`lksec_${'a'.repeat(49)} lkid_x ${'A'.repeat(43)}`)).toEqual([])
    expect(await states(`${refreshToken.slice(0, -4)}AAAA ${program.accessToken.slice(0, -8)}AAAAAAAA`)).toEqual([
      ['refresh_token', 'unknown'],
      ['access_token', 'unknown'],
    ])
  })

  it('tells managers nothing of keys that they can’t manage, and others nothing at all', async () => {
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    await services.db.updateTable('users').set({ role: 'owner' }).where('id', '=', program.owner.id).execute()
    expect(await checkLeak(services, admin, program.secret)).toEqual([{ kind: 'secret', known: false }])
    await expect(checkLeak(services, anyPerson('agent'), program.secret)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('says what a secret did, what a family has open, and which account a link is for', async () => {
    const browser = new TestBrowser()
    const link = await issueLink(program)
    await browser.open(link.href)
    await writeUsage(services)
    const [secret, token, used] = await checkLeak(
      services,
      root,
      `${program.secret} ${program.accessToken} ${link.href}`,
    )
    expect(secret).toMatchObject({ use: { calls: 2, links: 1, liveFamilies: 1 }, openAccounts: 1, since: testStart })
    const endsWith = (secret?.known && secret.secretId) || 'none'
    expect(token).toMatchObject({ openAccounts: 1, endsWith })
    const grantId = expect.stringMatching(/^grt_/)
    expect(used).toMatchObject({ state: 'redeemed', account: 'Acme & Sons', grantId, openAccounts: 1, endsWith })
    const other = await renewToken(program)
    expect(await checkLeak(services, root, other.accessToken)).toMatchObject([{ openAccounts: 0, endsWith }])
    const open = { ended_at: null, pending_until: null, expires_at: testStart + hourMs, last_seen_at: testStart }
    for (const change of [
      { ended_at: testStart },
      { pending_until: testStart },
      { expires_at: testStart },
      { last_seen_at: testStart - sessionIdleMs },
    ]) {
      await services.db
        .updateTable('account_sessions')
        .set({ ...open, ...change })
        .execute()
      expect(await checkLeak(services, root, program.secret)).toMatchObject([{ openAccounts: 0 }])
    }
  })

  it('is refused after 30 checks of a user in a minute, also for a text that is too long', async () => {
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    for (let check = 0; check < 29; check++) await checkLeak(services, admin, '')
    await expect(checkLeak(services, admin, ' '.repeat(65_537))).rejects.toMatchObject({ code: 'input_invalid' })
    await expect(checkLeak(services, admin, '')).rejects.toMatchObject({ code: 'too_many_requests' })
    const other = personOf(services, await insertUser(services, { role: 'admin' }))
    expect(await checkLeak(services, other, '')).toEqual([])
    expect(await checkLeak(services, root, '')).toEqual([])
  })

  it('checks at most 20 credentials, and a text of at most 64 KiB', async () => {
    const fake = Array.from({ length: 30 }, (_, n) => `lkrt1.fam_${'x'.repeat(20)}.${n + 1}.${'m'.repeat(43)}`).join(
      '\n',
    )
    expect(await states(fake)).toHaveLength(20)
    expect(await states(' '.repeat(65_536))).toEqual([])
    await expect(checkLeak(services, root, ' '.repeat(65_537))).rejects.toMatchObject({
      code: 'input_invalid',
      fields: { text: 'too_long' },
    })
  })
})
