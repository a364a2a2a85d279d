import { beforeEach, describe, expect, it } from 'vitest'
import { activateAccountSession } from '#lib/account-sessions/activate-account-session.ts'
import { discardAccountSession } from '#lib/account-sessions/discard-account-session.ts'
import { type Opening, openAccountSession } from '#lib/account-sessions/open-account-session.ts'
import { createAccount } from '#lib/accounts/create-account.ts'
import { hashBrowserId } from '#lib/cookies/browser-cookie.ts'
import { signOut } from '#lib/portal-sessions/sign-out.ts'
import { insertUser, root, type SignedIn, signInAs, visitor } from '#lib/testing/people.ts'
import { meetAfter, settle } from '#lib/testing/rendezvous.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { deactivateUser } from '#lib/user-lifecycle/deactivate-user.ts'
import type { User } from '#lib/users/user.ts'

let services: TestServices
let user: User
let signedIn: SignedIn
let browserHash: string
beforeEach(async () => {
  services = await openTestServices()
  await createAccount(services, root, { id: 'acme', name: 'Acme', locale: null, deepPath: null })
  user = await insertUser(services)
  signedIn = await signInAs(services, user)
  browserHash = hashBrowserId(signedIn.browserId) ?? expect.fail()
})

function open(at: TestServices, by = user): Promise<Opening> {
  const place = { accountId: 'acme', keyId: null, familyId: null, browserHash }
  const target = { ...place, userId: by.id, locale: 'en-us', backUrl: testBaseUrl, deepPath: '/accounts/acme' }
  return at.db.transaction().execute((trx) => openAccountSession(trx, target, at.keys.current.id))
}

async function openRows() {
  const rows = services.db.selectFrom('account_sessions').select('user_id').where('ended_at', 'is', null)
  return (await rows.where('pending_until', 'is', null).execute()).map((row) => row.user_id)
}

describe('at the same moment, in one browser', () => {
  it('two open the same account: both get a session, and the first one ends', async () => {
    const meeting = meetAfter(services, /^select .* from "account_sessions"/)
    const openings = await Promise.all([open(meeting), open(meeting)])
    expect(openings.map((opening) => opening.kind)).toEqual(['opened', 'opened'])
    expect(await openRows()).toEqual([user.id])
  })

  it('two users open the same account: one gets it, the other one is asked', async () => {
    const other = await insertUser(services)
    const meeting = meetAfter(services, /^select .* from "account_sessions"/)
    const openings = await Promise.all([open(meeting), open(meeting, other)])
    expect(openings.map((opening) => opening.kind).toSorted()).toEqual(['opened', 'pending'])
    expect(await openRows()).toHaveLength(1)
  })

  it('somebody agrees twice: the session opens once', async () => {
    const other = await insertUser(services)
    await open(services)
    const asked = await open(services, other)
    const sessionId = asked.kind === 'pending' ? asked.sessionId : expect.fail()
    const meeting = meetAfter(services, /^select .* from "account_sessions"/)
    const agree = () => activateAccountSession(meeting, visitor, { sessionId, browserHash })
    expect((await settle([agree(), agree()])).toSorted()).toEqual(['done', 'link_unusable'])
    expect(await openRows()).toEqual([other.id])
  })

  it('somebody agrees and keeps the current one: what is done first, counts', async () => {
    const other = await insertUser(services)
    await open(services)
    const asked = await open(services, other)
    const sessionId = asked.kind === 'pending' ? asked.sessionId : expect.fail()
    // The other one does not meet it there: it has all the time to pass.
    const dawdling = meetAfter(services, /^select .* from "account_sessions"/)
    const outcomes = await settle([
      discardAccountSession(dawdling, { sessionId, browserHash }),
      activateAccountSession(services, visitor, { sessionId, browserHash }),
    ])
    expect(outcomes.toSorted()).toEqual(['done', 'link_unusable'])
    expect(await openRows()).toEqual([outcomes[0] === 'done' ? user.id : other.id])
  })

  it('somebody signs out and opens an account: both are done', async () => {
    await open(services)
    const meeting = meetAfter(services, /^(update|insert into) "account_sessions"/)
    expect(await settle([signOut(meeting, signedIn.person), open(meeting)])).toEqual(['done', 'done'])
    expect((await openRows()).length).toBeLessThanOrEqual(1)
  })

  it('somebody opens an account and is deactivated: both are done', async () => {
    await open(services)
    const meeting = meetAfter(services, /^update "account_sessions"/)
    expect(await settle([deactivateUser(meeting, root, user.id), open(meeting)])).toEqual(['done', 'done'])
  })

  it('somebody signs out and is deactivated: both are done', async () => {
    await open(services)
    const meeting = meetAfter(services, /^update "(account|portal)_sessions"/)
    const outcomes = [deactivateUser(meeting, root, user.id), signOut(meeting, signedIn.person)]
    expect(await settle(outcomes)).toEqual(['done', 'done'])
    expect(await openRows()).toEqual([])
  })
})
