import type { NewAccount } from '#lib/accounts/account.ts'
import { accountEvent } from '#lib/accounts/account.ts'
import { setOpened } from '#lib/accounts/launcher-store.ts'
import type { PortalUser, RecordedActor } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { minuteMs } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto.ts'
import type { Past } from '#lib/demo/past.ts'
import type { Random } from '#lib/demo/random.ts'
import { sessionEvent } from '#lib/portal-sessions/portal-session.ts'
import { signOut } from '#lib/portal-sessions/sign-out.ts'
import { startSession } from '#lib/portal-sessions/start-session.ts'
import { newRequestId } from '#lib/request-context.ts'
import type { PortalRole } from '#lib/roles.ts'
import type { User } from '#lib/users/user.ts'

/** Somebody at work: which accounts they open, and from which address. */
export type Worker = Readonly<{
  user: User & Readonly<{ role: PortalRole }>
  address: string
  accounts: readonly NewAccount[]
}>

/** Signs in, opens some accounts one after the other, signs out: one morning or afternoon that begins at `start`. */
export async function workSomeHours(past: Past, worker: Worker, start: number, random: Random): Promise<void> {
  const { user, address, accounts } = worker
  past.setClock(start - minuteMs)
  if (random.below(12) === 0) await mistypePassword(past, worker)
  past.setClock(start)
  const person = await signInAsWorker(past, worker)
  let now = start
  for (let visits = 1 + random.below(5); visits > 0; visits--) {
    now += (3 + random.below(40)) * minuteMs
    const account = accounts[random.below(accounts.length)]
    if (!account) break
    past.setClock(now)
    await recordOpening(
      past,
      { kind: 'person', userId: user.id, name: user.name, ...sourceAt(address) },
      account,
      'launch',
    )
  }
  past.setClock(now + 20 * minuteMs)
  await signOut(past.services, person)
}

/** A session of the worker, from the worker's own browser and address. */
export async function signInAsWorker({ services }: Past, { user, address }: Worker): Promise<PortalUser> {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
  const browser = { hash: sha256(`demonstration ${user.username}`), userAgent, formerSecret: undefined }
  const { person } = await startSession(services, { kind: 'visitor', ...sourceAt(address) }, { user, browser })
  return person
}

/** An account opened by a person, or by a program with the key `via`. */
export async function recordOpening(
  { services }: Past,
  actor: RecordedActor & Readonly<{ userId: string }>,
  account: NewAccount,
  via: string,
): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    await setOpened(trx, actor.userId, account.id)
    await recordEvent(trx, actor, accountEvent('sso_grant.redeemed', account, { via }))
  })
}

/** A request from this address, with an id of its own. */
export function sourceAt(address: string) {
  return { address, requestId: newRequestId() }
}

async function mistypePassword({ services }: Past, { user, address }: Worker): Promise<void> {
  const event = sessionEvent('portal_session.refused', user, { reason: 'wrong_password', failures: 1 })
  await services.db.transaction().execute((trx) => recordEvent(trx, { kind: 'visitor', ...sourceAt(address) }, event))
}
