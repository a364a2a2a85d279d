import { beforeEach, describe, expect, it } from 'vitest'
import { readOwnNotices, updateOwnNotices } from '#lib/domain/people/users/own-notices.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { mailKinds, optionalKindsOf } from '#lib/foundation/mails/mail.ts'
import { insertMails } from '#lib/foundation/mails/store.ts'
import { insertUser, personOf } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

// Nothing listens there.
const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'latchkey@example.com' }
let services: TestServices
let user: User

beforeEach(async () => {
  services = await openTestServices(mail)
  user = await insertUser(services, { email: 'jane@example.com', role: 'admin' })
})

const offered = optionalKindsOf('admin')
const self = () => personOf(services, user)
const choose = (...wanted: string[]) => updateOwnNotices(services, self(), { wanted })
const readWanted = async () => (await readOwnNotices(services, self()))?.wanted

/** The kinds of which a mail to the user is written. */
async function writtenKinds(): Promise<string[]> {
  const facts = { keyId: 'lkid_x', name: 'CRM', owner: 'Jane Roe', by: '', expiresAt: 0 }
  const written = []
  for (const kind of mailKinds) {
    const mail = {
      kind,
      facts: {
        ...facts,
        until: 0,
        address: '',
        browser: '',
        webhookId: '',
        origin: '',
        reason: '',
        user: '',
        account: '',
        note: '',
        decision: 'approved',
      } as const,
    }
    if ((await insertMails(services.db, mail, { userId: user.id })) === 1) written.push(kind)
  }
  return written
}

describe('the choice of notices', () => {
  it('is all of them at first', async () => {
    const all = { address: 'jane@example.com', offered, wanted: offered }
    expect(await readOwnNotices(services, self())).toEqual(all)
    expect(await writtenKinds()).toEqual(mailKinds)
  })

  it.each(offered)('stops %s alone, and starts it again', async (kind) => {
    const others = offered.filter((other) => other !== kind)
    await choose(...others)
    expect(await readWanted()).toEqual(others)
    expect(await writtenKinds()).toEqual(mailKinds.filter((other) => other !== kind))
    await choose(...offered)
    expect(await readWanted()).toEqual(offered)
    expect(await writtenKinds()).toEqual(mailKinds)
  })

  it('leaves the security notices on when nothing is chosen', async () => {
    await choose()
    expect(await readWanted()).toEqual([])
    // Only agents get the last one, so managers can't turn it off.
    const always = [
      'invitation',
      'password_link',
      'forgotten_password',
      'password_changed',
      'factor_changed',
      'identity_linked',
      'email_confirmation',
      'email_changed',
      'names_requested',
      'provisioning_refused',
      'new_browser',
      'access_decided',
    ]
    expect(await writtenKinds()).toEqual(always)
  })

  it.each([[['new_browser']], [['%']], [Array(offered.length + 1).fill('key_expiring')]])(
    'refuses %j',
    async (wanted) => {
      await choose('key_revoked')
      await expect(choose(...wanted)).rejects.toMatchObject({ code: 'input_invalid' })
      expect(await readWanted()).toEqual(['key_revoked'])
    },
  )

  it('of an agent leaves out what only managers get, and is refused for that', async () => {
    user = await insertUser(services, { email: 'robin@example.com', role: 'agent' })
    const offered = ['key_expiring', 'key_revoked', 'access_decided']
    expect(await readOwnNotices(services, self())).toEqual({ address: 'robin@example.com', offered, wanted: offered })
    await choose('key_expiring')
    await expect(choose('key_revoked', 'webhook_paused')).rejects.toMatchObject({
      code: 'input_invalid',
      fields: { wanted: 'not_allowed' },
    })
    expect(await readWanted()).toEqual(['key_expiring'])
  })

  it('of an agent who becomes an admin has on what only managers get', async () => {
    user = await insertUser(services, { role: 'agent' })
    await choose()
    user = { ...user, role: 'admin' }
    expect(await readWanted()).toEqual(['webhook_paused', 'access_requested'])
  })

  it('is neither offered nor saved without mail settings', async () => {
    await choose('key_revoked')
    const { mail: _, ...env } = services.env
    const silent = { ...services, env: { ...env, mail: undefined } }
    expect(await readOwnNotices(silent, self())).toBeUndefined()
    await expect(updateOwnNotices(silent, self(), { wanted: [] })).rejects.toMatchObject({ code: 'conflict' })
    expect(await readWanted()).toEqual(['key_revoked'])
  })

  it('is not saved without an email address', async () => {
    user = await insertUser(services, { email: null, role: 'admin' })
    expect(await readOwnNotices(services, self())).toMatchObject({ address: null })
    await expect(choose('key_revoked')).rejects.toMatchObject({ code: 'conflict' })
    expect(await readWanted()).toEqual(offered)
  })
})
