import type { KeyState, RestoredKey, UserState } from '#lib/backup/carry-over-store.ts'
import type { RevocationUncertainty } from '#lib/backup/previous-database.ts'

/** Why a key does not work after a restore although it did when the backup was made; `unknown`: it may be good. */
export type KeyVerdict = 'revoked' | 'disabled' | 'unknown'

/**
 * What becomes of a key of the backup. What was taken from it since is never given back, and what nobody can tell of is
 * taken as a no.
 * @param there the key in the database that is replaced, if that has it
 * @returns undefined where it stays as the backup has it
 */
export function evaluateKey(
  key: Pick<RestoredKey, 'disabledAt' | 'revokedAt' | 'expiresAt'>,
  there: KeyState | undefined,
  {
    ignorance,
    enableKeys,
    now,
  }: Readonly<{ ignorance: RevocationUncertainty | undefined; enableKeys: boolean; now: number }>,
): KeyVerdict | undefined {
  if (key.revokedAt !== null) return undefined
  if (there && there.revokedAt !== null) return 'revoked'
  if (key.disabledAt !== null || (key.expiresAt !== null && key.expiresAt <= now)) return undefined
  if (there && there.disabledAt !== null) return 'disabled'
  const isKnownGood = there !== undefined && ignorance === undefined
  // Keys are never deleted: one that the database does not have is none of its own.
  return isKnownGood || enableKeys ? undefined : 'unknown'
}

/** What becomes of a user: a deactivation stays, and so does a newer password, since the old one may be why. */
export function evaluateUser(
  user: UserState,
  there: UserState | undefined,
): Readonly<{ state: UserState; isDeactivated: boolean; hasNewerPassword: boolean }> {
  const isDeactivated = user.deactivatedAt === null && (there?.deactivatedAt ?? null) !== null
  const hasNewerPassword = (there?.passwordSetAt ?? 0) > (user.passwordSetAt ?? 0)
  const { passwordSetAt, passwordHash } = (hasNewerPassword && there) || user
  const deactivatedAt = user.deactivatedAt ?? there?.deactivatedAt ?? null
  return { state: { id: user.id, deactivatedAt, passwordSetAt, passwordHash }, isDeactivated, hasNewerPassword }
}
