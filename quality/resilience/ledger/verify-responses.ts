import type { Answer, Send } from '../harness/http.ts'
import { askGrant, askRefresh, askSessionStatus, askTokens, openGrant, readTokens } from '../harness/protocol.ts'
import type { Faults } from '../resilience-test.ts'
import {
  type AcknowledgedState,
  familyOf,
  generationOf,
  type KnownFamily,
  type KnownGrant,
  type KnownKey,
} from './acknowledged-state.ts'
import { enterFamily, enterOpening, pickTokens, requestIdOf } from './enter.ts'
import { type Ledger, preciseNow } from './ledger.ts'
import { presentNewSecret } from './new-secrets.ts'

/** The running product and its acknowledged state. */
export type Verification = Readonly<{ send: Send; state: AcknowledgedState; ledger: Ledger; faults: Faults }>

/** The families, grants and keys to verify. */
export type Subjects = Readonly<{
  families: Iterable<KnownFamily>
  grants: Iterable<KnownGrant>
  keys: Iterable<KnownKey>
}>

const secondMs = 1_000
/** Near its expiry the outcome of a link is unknown. */
const surelyLiveMs = 13 * secondMs
const surelyIdleMs = 29 * 60 * secondMs
const width = 12

/** Sends requests to the product: a refused valid credential is lost, an accepted invalid one is resurrected. */
export async function verifyAnswers(verification: Verification, { families, grants, keys }: Subjects): Promise<void> {
  await inParallel(families, (family) => verifyFamily(verification, family))
  await inParallel(grants, (grant) => verifyGrant(verification, grant))
  await inParallel(keys, (key) => verifyKey(verification, key))
}

/** Reuses the first token of a family, which must revoke it, and writes a ledger entry. */
export async function reuse(
  { send, ledger, faults }: Verification,
  { id, username, first }: KnownFamily,
): Promise<void> {
  const answer = await askRefresh(send, username, first)
  if (isRefused(answer, 400, 'invalid_grant')) {
    await ledger.enter({ kind: 'reuse', familyId: id, requestId: requestIdOf(answer) })
  } else {
    faults.add(`resurrected: an early refresh token answered ${answer.status}`, id)
  }
}

async function verifyFamily({ send, state, ledger, faults }: Verification, family: KnownFamily): Promise<void> {
  if (state.isKeyUnsure(family.keyId)) return
  // With a valid token, an unknown account is a 403.
  const access = await askGrant(send, family.accessToken, 'no-such-account')
  const refresh = await askRefresh(send, family.username, family.newest)
  if (!state.isAlive(family)) {
    if (!isRefused(access, 401, 'invalid_token')) faults.add(`resurrected: access token, ${access.status}`, family.id)
    if (!isRefused(refresh, 400, 'invalid_grant')) faults.add(`resurrected: family, ${refresh.status}`, family.id)
    return
  }
  if (!isRefused(access, 403, 'access_denied')) faults.add(`lost: access token, ${access.status}`, family.id)
  if (refresh.status !== 200) {
    faults.add(`lost: refresh token, ${refresh.status}`, `${family.id} at ${generationOf(family.newest)}`)
    return
  }
  const tokens = readTokens(refresh)
  const isNext = generationOf(tokens.refreshToken) === generationOf(family.newest) + 1
  if (!isNext || familyOf(tokens.refreshToken) !== family.id) faults.add('forked: a successor that is not the next one')
  await ledger.enter({ kind: 'rotation', familyId: family.id, ...pickTokens(tokens) })
}

async function verifyGrant({ send, state, ledger, faults }: Verification, grant: KnownGrant): Promise<void> {
  const age = preciseNow() - grant.at
  const again = await openGrant(send, grant.url)
  if (grant.opening) {
    if (again.status !== 410) faults.add(`resurrected: a used link answered ${again.status}`, grant.accountId)
    const status = await askSessionStatus(send, grant.accountId, grant.opening.cookie)
    const { open, reason } = JSON.parse(status.body)
    const isIdle = reason === 'expired' && preciseNow() - grant.opening.at > surelyIdleMs
    if (!open && !isIdle) faults.add(`lost: a session (${reason})`, grant.opening.requestId)
    return
  }
  const isLive = age < surelyLiveMs
  if (again.status === 303) await enterOpening(ledger, grant.url, again)
  else if (again.status !== 410) faults.add(`lost: a link answered ${again.status}`, grant.accountId)
  else if (isLive && !state.unsure.has(grant.url)) faults.add('lost: a fresh link is over', grant.accountId)
}

async function verifyKey(verification: Verification, key: KnownKey): Promise<void> {
  const { send, state, ledger, faults } = verification
  if (state.isKeyUnsure(key.id)) return
  if (state.isGood(key)) await verifySecrets(verification, key)
  const answer = await askTokens(send, { keyId: key.id, secret: key.secret })
  if (state.isGood(key)) {
    if (answer.status === 200) await enterFamily(ledger, { keyId: key.id, username: key.username }, answer)
    else faults.add(`lost: a key, ${answer.status}`, key.id)
  } else if (!isRefused(answer, 401, 'invalid_client')) {
    faults.add(`resurrected: a key, ${answer.status}`, key.id)
  }
}

/** Whether or not the new secret was used without a response: it works. The one before it retires, or doesn't work. */
async function verifySecrets({ send, ledger, faults }: Verification, key: KnownKey): Promise<void> {
  if (key.pending !== undefined) {
    for (const { status } of await presentNewSecret({ send, ledger }, key)) {
      if (status !== 200) faults.add(`lost: a new secret, ${status}`, key.id)
    }
  }
  if (key.retiring !== undefined) {
    const { status } = await askTokens(send, { keyId: key.id, secret: key.retiring })
    if (status !== 200) faults.add(`lost: a retiring secret, ${status}`, key.id)
  }
  const ended = key.ended.at(-1)
  if (ended === undefined) return
  const answer = await askTokens(send, { keyId: key.id, secret: ended })
  if (!isRefused(answer, 401, 'invalid_client')) faults.add(`resurrected: a secret, ${answer.status}`, key.id)
}

function isRefused({ status, body }: Answer, expected: number, error: string): boolean {
  return status === expected && JSON.parse(body).error === error
}

/** Several at a time, because each waits for the disk. */
async function inParallel<T>(list: Iterable<T>, each: (one: T) => Promise<void>): Promise<void> {
  const rest = [...list]
  const take = async () => {
    for (let one = rest.pop(); one !== undefined; one = rest.pop()) await each(one)
  }
  await Promise.all(Array.from({ length: width }, take))
}
