import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { suspendAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { disableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { removeReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { deactivateUser, updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { revokeApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { anyCharacter } from '#lib/testing/any-character.ts'
import { root } from '#lib/testing/people.ts'
import { isComplete } from '#lib/testing/sampling.ts'
import { sweep } from '#lib/testing/sweep.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { addTestProgram, crmOrigin, issueLink, makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import { show } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

/** Section "Grant" of the security rules asks for 1 000. */
const randomEdits = isComplete ? 1_000 : 12

let services: TestServices
let program: TestProgram
beforeEach(async () => {
  services = await openTestServices()
  program = await makeTestProgram(services)
})

function open(link: URL): Promise<Response> {
  return new TestBrowser().open(link.href)
}

function edit(link: URL, name: string, value: string): URL {
  const edited = new URL(link)
  edited.searchParams.set(name, value)
  return edited
}

async function grants() {
  return services.db.selectFrom('sso_grants').select(['redeemed_at', 'burned_at']).execute()
}

function sessions() {
  return services.db.selectFrom('account_sessions').selectAll().execute()
}

async function refusedEvents() {
  const rows = await services.db
    .selectFrom('audit_events')
    .select(['actor_kind', 'subject_id', 'details'])
    .where('kind', '=', 'sso_grant.refused')
    .execute()
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) }))
}

const untouched = { redeemed_at: null, burned_at: null }
const burned = { redeemed_at: null, burned_at: testStart }

async function unknownAnswer() {
  return show(await new TestBrowser().open(`/sso?token=${'x'.repeat(43)}&userId=u&timestamp=1&backUrl=b&deepPath=d`))
}

describe('GET /sso, 410', () => {
  it('explains that the link was used, in the grant’s language, with the return address, and sets no cookie', async () => {
    const link = await issueLink(program, { locale: 'de-at' })
    await open(link)
    const response = await open(link)
    expect(response.status).toBe(410)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('content-language')).toBe('de-AT')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('refresh')).toBeNull()
    const text = await response.text()
    expect(text).toContain('<html lang="de-AT"')
    expect(text).toMatch(/ href="https:\/\/crm\.example\/done">Zurück zu crm\.example<\/a>/)
    expect(text).toMatch(/ href="\/">Zu Ihren Konten<\/a>/)
    expect(text).not.toContain('<script')
    expect(text).not.toContain(link.searchParams.get('token'))
  })

  it('tells expired from used', async () => {
    const used = await issueLink(program)
    await open(used)
    const expired = await issueLink(program)
    services.clock.advance(15_000)
    expect(await (await open(used)).text()).toContain('<h1>This link was already used</h1>')
    expect(await (await open(expired)).text()).toContain('<h1>This link has expired</h1>')
  })

  it('stays 410 for 24 hours after it expired, to the millisecond', async () => {
    const link = await issueLink(program)
    await open(link)
    services.clock.advance(15_000 + dayMs - 1)
    await sweep(services)
    expect((await open(link)).status).toBe(410)
    services.clock.advance(1)
    await sweep(services)
    expect((await open(link)).status).toBe(403)
  })

  it('offers no removed return address', async () => {
    const link = await issueLink(program)
    await open(link)
    await removeReturnAddress(services, root, { origin: crmOrigin })
    expect(await (await open(link)).text()).not.toContain('crm.example')
  })
})

describe('GET /sso, 403: what the link was made for is no longer allowed', () => {
  const spoilers: Record<string, () => Promise<unknown>> = {
    'the key is revoked': () => revokeApiKey(services, root, program.keyId),
    'the key is disabled': () => disableApiKey(services, root, program.keyId),
    'the key has expired': () => services.db.updateTable('api_keys').set({ expires_at: testStart }).execute(),
    'the family is revoked': () => services.db.updateTable('refresh_families').set({ revoked_at: testStart }).execute(),
    'the user is deactivated': () => deactivateUser(services, root, program.owner.id),
    'the account is taken away': () =>
      updateUser(services, root, {
        userId: program.owner.id,
        name: 'Robin Example',
        role: 'agent',
        accountScope: 'list',
        accountIds: [],
      }),
    'the account is suspended': () => suspendAccount(services, root, 'acme'),
    'the return address is removed': () => removeReturnAddress(services, root, { origin: crmOrigin }),
  }

  it.each(Object.entries(spoilers))(
    'when %s: no session, and the grant is invalidated and recorded',
    async (_, spoil) => {
      const link = await issueLink(program)
      await spoil()
      const response = await open(link)
      expect(response.status).toBe(403)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await response.text()).toContain('<h1>This link no longer opens the account</h1>')
      expect(await sessions()).toEqual([])
      expect(await grants()).toEqual([burned])
      expect(await refusedEvents()).toEqual([
        {
          actor_kind: 'visitor',
          subject_id: 'acme',
          details: {
            reason: 'withdrawn',
            via: program.keyId,
            userId: program.owner.id,
            userName: 'Robin Example',
            grantId: expect.stringMatching(/^grt_/),
          },
        },
      ])
      expect(await show(await open(link))).toEqual(await unknownAnswer())
    },
  )
})

describe('GET /sso, 403: unknown or tampered', () => {
  it('is identical for every cause', async () => {
    const expected = await unknownAnswer()
    expect(expected.status).toBe(403)
    expect(expected.headers).not.toHaveProperty('set-cookie')
    const link = await issueLink(program)
    const used = await issueLink(program)
    await open(used)
    const expired = await issueLink(program)
    const causes: Record<string, URL> = {
      'no parameters': new URL('/sso', link),
      'an empty token': edit(link, 'token', ''),
      'a token of another form': edit(link, 'token', `${link.searchParams.get('token')}=`),
      'another user': edit(link, 'userId', 'usr_other'),
      'burned by that': link,
      'a used link, edited': edit(used, 'deepPath', '/accounts/other'),
      'an expired link, edited': edit(expired, 'backUrl', 'https://evil.example/'),
    }
    for (const [cause, address] of Object.entries(causes)) {
      if (cause.startsWith('an expired')) services.clock.advance(15_000)
      expect(await show(await open(address)), cause).toEqual(expected)
    }
  })

  it.each(['userId', 'timestamp', 'backUrl', 'deepPath'])('an edited %s invalidates the grant', async (name) => {
    const link = await issueLink(program)
    expect((await open(edit(link, name, `${link.searchParams.get(name)}0`))).status).toBe(403)
    expect(await grants()).toEqual([burned])
    expect((await open(link)).status).toBe(403)
    expect(await sessions()).toEqual([])
    expect(await refusedEvents()).toEqual([
      {
        actor_kind: 'visitor',
        subject_id: 'acme',
        details: {
          reason: 'tampered',
          via: program.keyId,
          userId: program.owner.id,
          userName: 'Robin Example',
          grantId: expect.stringMatching(/^grt_/),
        },
      },
    ])
  })

  it.each(['userId', 'timestamp', 'backUrl', 'deepPath'])(
    'a missing %s burns nothing and opens nothing',
    async (name) => {
      const link = await issueLink(program)
      const cut = new URL(link)
      cut.searchParams.delete(name)
      expect((await open(cut)).status).toBe(403)
      expect(await grants()).toEqual([untouched])
    },
  )

  it.each(['token', 'userId', 'timestamp', 'backUrl', 'deepPath'])('a repeated %s is refused', async (name) => {
    const link = await issueLink(program)
    const doubled = new URL(link)
    doubled.searchParams.append(name, link.searchParams.get(name) ?? '')
    expect((await open(doubled)).status).toBe(403)
    expect(await sessions()).toEqual([])
  })

  it('the parameters of two good links do not mix', async () => {
    const one = await issueLink(program, { deepPath: '/accounts/acme/one' })
    const other = await issueLink(await addTestProgram(services, program.owner), { deepPath: '/accounts/acme/other' })
    expect((await open(edit(one, 'token', other.searchParams.get('token') ?? ''))).status).toBe(403)
    expect(await sessions()).toEqual([])
  })

  it(`of ${randomEdits} random edits none opens a session, goes anywhere or fails`, async () => {
    const names = ['token', 'userId', 'timestamp', 'backUrl', 'deepPath'] as const
    const change = fc.oneof(
      fc.constantFrom('', '0', 'https://evil.example/', '//evil.example', '/accounts/other', '\0', '%', 'null'),
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc.webUrl(),
    )
    const how = fc.constantFrom<'set' | 'append' | 'prepend' | 'cut'>('set', 'append', 'prepend', 'cut')
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), change, how, async (name, text, way) => {
        const link = await issueLink(program)
        const value = link.searchParams.get(name) ?? ''
        const edited = { set: text, append: value + text, prepend: text + value, cut: value.slice(1) }[way]
        fc.pre(edited !== value)
        const response = await open(edit(link, name, edited))
        expect(response.status).toBe(403)
        expect(response.headers.has('location')).toBe(false)
        expect(response.headers.getSetCookie()).toEqual([])
      }),
      { numRuns: randomEdits },
    )
    expect(await sessions()).toEqual([])
  })
})
