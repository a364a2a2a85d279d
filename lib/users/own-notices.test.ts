import { beforeEach, describe, expect, it } from 'vitest'
import { mailKinds, optionalKinds } from '#lib/mails/mail.ts'
import { insertMails } from '#lib/mails/store.ts'
import { insertUser, personOf } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { readOwnNotices, updateOwnNotices } from '#lib/users/own-notices.ts'
import type { User } from '#lib/users/user.ts'

let services: TestServices
let user: User

beforeEach(async () => {
  // Nothing listens there.
  services = await openTestServices({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'latchkey@example.com' })
  user = await insertUser(services, { email: 'jane@example.com' })
})

const self = () => personOf(services, user)
const choose = (...wanted: string[]) => updateOwnNotices(services, self(), { wanted })

/** The kinds of which a mail to the user is written. */
async function writtenKinds(): Promise<string[]> {
  const facts = { keyId: 'lkid_x', name: 'CRM', owner: 'Jane Roe', by: '', expiresAt: 0 }
  const written = []
  for (const kind of mailKinds) {
    const mail = {
      kind,
      facts: { ...facts, until: 0, address: '', browser: '', webhookId: '', origin: '', reason: '' },
    }
    if ((await insertMails(services.db, mail, { userId: user.id })) === 1) written.push(kind)
  }
  return written
}

describe('the choice of notices', () => {
  it('is all of them at first', async () => {
    expect(await readOwnNotices(services, self())).toEqual(optionalKinds)
    expect(await writtenKinds()).toEqual(mailKinds)
  })

  it.each(optionalKinds)('stops %s alone, and starts it again', async (kind) => {
    const others = optionalKinds.filter((other) => other !== kind)
    await choose(...others)
    expect(await readOwnNotices(services, self())).toEqual(others)
    expect(await writtenKinds()).toEqual(mailKinds.filter((other) => other !== kind))
    await choose(...optionalKinds)
    expect(await readOwnNotices(services, self())).toEqual(optionalKinds)
    expect(await writtenKinds()).toEqual(mailKinds)
  })

  it('leaves the security notices on when nothing is chosen', async () => {
    await choose()
    expect(await readOwnNotices(services, self())).toEqual([])
    expect(await writtenKinds()).toEqual(['invitation', 'password_link', 'password_changed', 'new_browser'])
  })

  it.each([[['new_browser']], [['%']], [Array(4).fill('key_expiring')]])('refuses %j', async (wanted) => {
    await choose('key_revoked')
    await expect(choose(...wanted)).rejects.toMatchObject({ code: 'input_invalid' })
    expect(await readOwnNotices(services, self())).toEqual(['key_revoked'])
  })

  it('is not offered without mail settings', async () => {
    const mute = await openTestServices()
    const jane = personOf(mute, await insertUser(mute))
    expect(await readOwnNotices(mute, jane)).toBeUndefined()
  })
})
