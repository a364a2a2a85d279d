import { type AppUse, findApp } from '#lib/domain/sign-in/authenticator-apps/store.ts'
import type { Passkey } from '#lib/domain/sign-in/passkeys/passkey.ts'
import { listPasskeys } from '#lib/domain/sign-in/passkeys/store.ts'
import { type RecoveryCodes, readCodes } from '#lib/domain/sign-in/recovery-codes/store.ts'
import type { Db } from '#lib/foundation/db/database.ts'

/** What a user can sign in with besides a password. Holds no secret. */
export type Factors = Readonly<{ passkeys: readonly Passkey[]; app: AppUse | undefined; codes: RecoveryCodes }>

export async function readFactors(db: Db, userId: string): Promise<Factors> {
  const [passkeys, app, codes] = [
    await listPasskeys(db, userId),
    await findApp(db, userId),
    await readCodes(db, userId),
  ]
  return { passkeys, app: app && { createdAt: app.createdAt, lastUsedAt: app.lastUsedAt }, codes }
}

/** Recovery codes are no factor: they stand in for one. */
export function hasFactor({ passkeys, app }: Pick<Factors, 'passkeys' | 'app'>): boolean {
  return passkeys.length > 0 || app !== undefined
}
