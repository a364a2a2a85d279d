import { beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '#lib/clock.ts'
import { checkLeak } from '#lib/leak-desk/check-leak.ts'
import { takeSnapshot } from '#lib/testing/database-snapshot.ts'
import { anyPerson, insertUser, personOf, root } from '#lib/testing/people.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { issueLink, makeTestProgram, readEverything, renewToken, type TestProgram } from '#lib/testing/test-grants.ts'
import { clientFields, postToken, readTokens, refreshFields } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'
import { writeUsage } from '#lib/usage/write-usage.ts'
import { revokeApiKey } from '#lib/user-lifecycle/revoke-api-key.ts'

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
    const open = { ended_at: null, pending_until: null, expires_at: testStart + hourMs }
    for (const change of [{ ended_at: testStart }, { pending_until: testStart }, { expires_at: testStart }]) {
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
