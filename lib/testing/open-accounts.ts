import type { NewSession, SessionTarget } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { type Opening, prepareSession } from '#lib/domain/accounts/account-sessions/open-account-session.ts'
import { sessionStatements } from '#lib/domain/accounts/account-sessions/store.ts'
import { accountPath } from '#lib/domain/accounts/accounts/account.ts'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { makeAccountCookie } from '#lib/web/cookies/account-cookie.ts'
import { makeBrowserCookie } from '#lib/web/cookies/browser-cookie.ts'

/** An account that is open in a browser: what it sends there as its `Cookie` header, and who is in it. */
export type OpenAccount = Readonly<{ cookieHeader: string; user: User }>

/** Opens the account `A-100`, "Contoso Ltd", in a new browser, as Robin Example, launched from the portal. */
export async function openTestAccount(
  services: Services,
  { accountName = 'Contoso Ltd', user, ...given }: Partial<SessionTarget & { accountName: string; user: User }> = {},
): Promise<OpenAccount> {
  const accountId = given.accountId ?? 'A-100'
  await createAccount(services, root, account({ id: accountId, name: accountName }))
  const holder = user ?? (await insertUser(services))
  const browser = makeBrowserCookie(services.env.baseUrl)
  const target = { userId: holder.id, accountId, browserHash: browser.hash, locale: 'en-gb', ...given }
  const opening = await services.db.transaction().execute((trx) => openTestSession(trx, services, target))
  if (opening.kind !== 'opened') throw new Error('held by another user')
  const cookie = await makeAccountCookie(services, accountId, opening.secret)
  return { cookieHeader: `${browser.name}=${browser.value}; ${cookie.split(';')[0]}`, user: holder }
}

/** Opens a session without a grant, in a transaction that the test may keep open. */
export async function openTestSession(
  db: Db,
  { env, keys }: Services,
  given: Pick<SessionTarget, 'userId' | 'accountId' | 'browserHash'> & Partial<SessionTarget>,
): Promise<Opening> {
  const defaults = { keyId: null, familyId: null, locale: 'en-us', backUrl: `${env.baseUrl}/` }
  const target = { ...defaults, deepPath: accountPath(given.accountId), ...given }
  const { opening, session } = await prepareSession(db, target, { isOccupied: true, masterId: keys.current.id })
  await insertSession(db, session)
  return opening
}

/** Inserts a prepared session without a grant. */
export async function insertSession(db: Db, session: NewSession): Promise<void> {
  for (const statement of sessionStatements(db, session)) await db.executeQuery(statement)
}
