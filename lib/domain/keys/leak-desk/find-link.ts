import type { SessionStory } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { findSessionStory } from '#lib/domain/accounts/account-sessions/lookup-store.ts'
import { findGrantRecord, type GrantRecord } from '#lib/domain/links/sso-grants/receipts-store.ts'
import { readGrantId, type SsoGrant } from '#lib/domain/links/sso-grants/sso-grant.ts'
import { findGrant } from '#lib/domain/links/sso-grants/store.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/** A sign-in link in any state. */
export type FoundLink = Readonly<{
  /** As `FoundGrant`, for the names: `record` was read with the session, and has the state. */
  grant: SsoGrant
  networks: string | null
  record: GrantRecord
  /** The session that it opened, while it can be used or waits for the user's answer. */
  session: SessionStory | undefined
}>

/** The sign-in link of a grant's ID. */
export async function findLink(db: Db, grantId: string): Promise<FoundLink | undefined> {
  const hashStart = readGrantId(grantId)
  const record = hashStart === undefined ? undefined : await findGrantRecord(db, hashStart)
  const found = record && (await findGrant(db, record.tokenHash, ''))
  if (!record || !found) return undefined
  const story = record.sessionId === null ? undefined : await findSessionStory(db, record.sessionId)
  const isUsable = story?.state === 'open' || story?.state === 'pending'
  return { grant: found.grant, networks: found.networks, record, session: isUsable ? story : undefined }
}

/** The link of a launch from the portal, which belongs to no key. */
export async function findLaunch(db: Db, grantId: string): Promise<FoundLink | undefined> {
  const link = await findLink(db, grantId)
  return link?.grant.keyId === null ? link : undefined
}

/** Whether neither the link nor the session that it opened can be used. */
export function isOver({ record, session }: FoundLink): boolean {
  return record.state !== 'live' && session === undefined
}
