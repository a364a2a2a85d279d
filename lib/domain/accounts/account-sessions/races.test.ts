import { beforeEach, describe, expect, it } from 'vitest'
import { activateAccountSession, discardAccountSession } from '#lib/domain/accounts/account-sessions/pending-session.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { parseGrantLink } from '#lib/domain/links/sso-grants/grant-link.ts'
import { issueSsoGrant } from '#lib/domain/links/sso-grants/issue-sso-grant.ts'
import { type Redemption, redeemSsoGrant } from '#lib/domain/links/sso-grants/redeem-sso-grant.ts'
import type { GrantEntry } from '#lib/domain/links/sso-grants/sso-grant.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { signOut } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, root, type SignedIn, signInAs, visitor } from '#lib/testing/people.ts'
import { meetAfter, settle } from '#lib/testing/rendezvous.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import { hashBrowserId } from '#lib/web/cookies/browser-cookie.ts'

let services: TestServices
let user: User
let signedIn: SignedIn
let browserHash: string
beforeEach(async () => {
  services = await openTestServices()
  await createAccount(services, root, account({ id: 'acme', name: 'Acme' }))
  user = await insertUser(services)
  signedIn = await signInAs(services, user)
  browserHash = hashBrowserId(signedIn.browserId) ?? expect.fail()
})

/** Redeems a link that this user has launched in the browser. */
async function open(at: TestServices, by = user): Promise<Redemption> {
  return redeemSsoGrant(at, visitor, await launch(by))
}

async function launch(by = user): Promise<GrantEntry> {
  const launcher = { ...signedIn.person, userId: by.id }
  const { grantUrl } = await issueSsoGrant(services, launcher, { accountId: 'acme' })
  const link = parseGrantLink(new URL(grantUrl).searchParams) ?? expect.fail()
  return { ...link, browserHash }
}

async function openRows() {
  const rows = services.db.selectFrom('account_sessions').select('user_id').where('ended_at', 'is', null)
  return (await rows.where('pending_until', 'is', null).execute()).map((row) => row.user_id)
}

describe('two requests from one browser at the same moment', () => {
  it('open the same account: both get a session, and the second replaces the first', async () => {
    const meeting = meetAfter(services, /^select .* from "sso_grants"/)
    const openings = await Promise.all([open(meeting), open(meeting)])
    expect(openings.map((opening) => opening.kind)).toEqual(['opened', 'opened'])
    expect(await openRows()).toEqual([user.id])
  })

  it('open the same account as two users: one opens it, the other is asked', async () => {
    const other = await insertUser(services)
    const meeting = meetAfter(services, /^select .* from "sso_grants"/)
    const openings = await Promise.all([open(meeting), open(meeting, other)])
    expect(openings.map((opening) => opening.kind).toSorted()).toEqual(['opened', 'pending'])
    expect(await openRows()).toHaveLength(1)
  })

  it('agree to the same question: the session opens once', async () => {
    const other = await insertUser(services)
    await open(services)
    const asked = await open(services, other)
    const sessionId = asked.kind === 'pending' ? asked.sessionId : expect.fail()
    const meeting = meetAfter(services, /^select .* from "account_sessions"/)
    const agree = () => activateAccountSession(meeting, visitor, { sessionId, browserHash })
    expect((await settle([agree(), agree()])).toSorted()).toEqual(['done', 'link_unusable'])
    expect(await openRows()).toEqual([other.id])
  })

  it('agree and refuse: the first one counts', async () => {
    const other = await insertUser(services)
    await open(services)
    const asked = await open(services, other)
    const sessionId = asked.kind === 'pending' ? asked.sessionId : expect.fail()
    // The activation is not delayed, so it has time to overtake.
    const dawdling = meetAfter(services, /^select .* from "account_sessions"/)
    const outcomes = await settle([
      discardAccountSession(dawdling, { sessionId, browserHash }),
      activateAccountSession(services, visitor, { sessionId, browserHash }),
    ])
    expect(outcomes.toSorted()).toEqual(['done', 'link_unusable'])
    expect(await openRows()).toEqual([outcomes[0] === 'done' ? user.id : other.id])
  })

  it('sign out and open an account: both succeed', async () => {
    await open(services)
    const meeting = meetAfter(services, /(update|insert into) "account_sessions"/)
    expect(await settle([signOut(meeting, signedIn.person), open(meeting)])).toEqual(['done', 'done'])
    expect((await openRows()).length).toBeLessThanOrEqual(1)
  })

  it('open an account while its user is deactivated: both succeed', async () => {
    await open(services)
    const entry = await launch()
    const meeting = meetAfter(services, /update "account_sessions"/)
    const opening = redeemSsoGrant(meeting, visitor, entry)
    expect(await settle([deactivateUser(meeting, root, user.id), opening])).toEqual(['done', 'done'])
  })

  it('sign out while the user is deactivated: both succeed', async () => {
    await open(services)
    const meeting = meetAfter(services, /^update "(account|portal)_sessions"/)
    const outcomes = [deactivateUser(meeting, root, user.id), signOut(meeting, signedIn.person)]
    expect(await settle(outcomes)).toEqual(['done', 'done'])
    expect(await openRows()).toEqual([])
  })
})
