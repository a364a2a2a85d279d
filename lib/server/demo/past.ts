import { accountEvent, type NewAccount } from '#lib/domain/accounts/accounts/account.ts'
import { setOpened } from '#lib/domain/accounts/accounts/launcher-store.ts'
import { getUserByName } from '#lib/domain/people/users/find-users.ts'
import { startSession } from '#lib/domain/sign-in/portal-sessions/start-session.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Operator, PortalUser, RecordedActor } from '#lib/foundation/authorization/actor.ts'
import { isPortalRole } from '#lib/foundation/authorization/roles.ts'
import { countUse } from '#lib/foundation/buffers/usage-counts.ts'
import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { newRequestId } from '#lib/kernel/request-context.ts'
import type { DemoPerson } from '#lib/server/demo/people.ts'

/** The demonstration's services, with a clock that is set by hand: its activity lies in the past. */
export type Past = Readonly<{ services: Services; actor: Operator; setClock: (instant: number) => void }>

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

export async function signInThen(
  { services, actor }: Past,
  { username }: DemoPerson,
  address: string,
): Promise<PortalUser> {
  const { role, ...user } = await getUserByName(services, actor, username)
  if (!isPortalRole(role)) throw new Error(`${username} cannot sign in`)
  const browser = { hash: sha256(`demonstration ${username}`), userAgent, formerSecret: undefined }
  const context = { address, requestId: newRequestId() }
  return (await startSession(services, { kind: 'visitor', ...context }, { user: { ...user, role }, browser })).person
}

export async function openAccount(
  services: Services,
  actor: RecordedActor & Readonly<{ userId: string }>,
  { account, via, secretId = '' }: Readonly<{ account: NewAccount | undefined; via: string; secretId?: string }>,
): Promise<void> {
  if (!account) return
  countUse(services, 'account-opened', via === 'launch' ? undefined : { keyId: via, secretId })
  await services.db.transaction().execute(async (trx) => {
    await setOpened(trx, { userId: actor.userId, accountId: account.id })
    await recordEvent(trx, actor, accountEvent('sso_grant.redeemed', account, { via }))
  })
}
