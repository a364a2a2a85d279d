import {
  findApp,
  listAppsOfOtherMaster,
  replaceAppSeal,
  type SealedApp,
  spendTimeStep,
} from '#lib/domain/sign-in/authenticator-apps/store.ts'
import { findTimeStep, makeTotpSecret } from '#lib/domain/sign-in/authenticator-apps/totp.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { isNewestSecret } from '#lib/foundation/server-keys/claim-master-secret.ts'
import { seal, unseal } from '#lib/foundation/server-keys/seal.ts'
import { findKeySet, type ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import type { Services } from '#lib/foundation/services.ts'
import { minuteMs } from '#lib/kernel/clock.ts'

/** How long a secret that was shown may be confirmed with its first code. */
export const enrollmentMs = 30 * minuteMs

/** A secret for the app, and the same sealed for the form that confirms it: nothing is stored until then. */
export type OfferedSecret = Readonly<{ secret: string; sealed: string }>

export async function offerSecret({ keys, clock }: Services, userId: string): Promise<OfferedSecret> {
  const secret = makeTotpSecret()
  const content = JSON.stringify({ userId, secret, expiresAt: clock.now() + enrollmentMs })
  return { secret, sealed: await seal(keys.current.authenticatorAppSeal, content) }
}

/** The secret that was offered to this user; undefined for another user's, an expired one or any other text. */
export async function readOfferedSecret(
  { keys, clock }: Services,
  userId: string,
  sealed: string,
): Promise<string | undefined> {
  for (const { authenticatorAppSeal } of keys.all) {
    const text = await unseal(authenticatorAppSeal, sealed).catch(() => undefined)
    const content = text === undefined ? undefined : JSON.parse(text)
    if (content?.userId === userId && content.expiresAt > clock.now()) return content.secret
  }
  return undefined
}

export async function sealApp({ current }: ServerKeys, userId: string, secret: string): Promise<SealedApp> {
  return { userId, secretSealed: await seal(current.authenticatorAppSeal, secret), masterId: current.id }
}

/** Uses a code of the user's app: each works once. @returns false if it is wrong or used, or the user has no app */
export async function redeemAppCode(
  { keys, clock }: Services,
  db: Db,
  { userId, code }: Readonly<{ userId: string; code: string }>,
): Promise<boolean> {
  const app = await findApp(db, userId)
  if (!app) return false
  const step = findTimeStep(await unsealApp(keys, app), code, clock.now())
  return step !== undefined && spendTimeStep(db, app, step)
}

async function unsealApp(keys: ServerKeys, { secretSealed, masterId }: SealedApp): Promise<string> {
  const keySet = findKeySet(keys, masterId)
  if (!keySet) throw new Error('an authenticator app is sealed under a master secret that is no longer configured')
  return unseal(keySet.authenticatorAppSeal, secretSealed)
}

/** Moves the secrets of apps to the newest master secret while the old one is still configured. */
export async function renewAppSeals({ db, keys }: Services): Promise<void> {
  const apps = await listAppsOfOtherMaster(db, keys.current.id)
  if (apps.length === 0 || !(await isNewestSecret(db, keys))) return
  for (const app of apps) await replaceAppSeal(db, app, await sealApp(keys, app.userId, await unsealApp(keys, app)))
}
