import { dayMs, hourMs } from '#lib/kernel/clock.ts'
import { randomId } from '#lib/kernel/crypto.ts'
import type { RefusalReason } from '#lib/kernel/refusal-reasons.ts'

/**
 * `pending`: generated, never used; it lapses. `current`: the newest that was used. `retiring`: the one before it,
 * which still works. `retired` and `lapsed` are final.
 */
export type SecretState = 'pending' | 'current' | 'retiring' | 'retired' | 'lapsed'

/** The instants that tell a secret's state. */
export type SecretInstants = Readonly<{
  currentSince: number | null
  lapsesAt: number | null
  retiringSince: number | null
  retiresAt: number | null
  retiredAt: number | null
  refusedUntil: number | null
}>

/** A pending secret lapses after this long. */
export const pendingMs = 7 * dayMs

/** For how long the former secret may keep working once the new one is used. */
export const retirementChoices = { '0': 0, '1h': hourMs, '24h': dayMs, '7d': 7 * dayMs } as const

export type RetirementChoice = keyof typeof retirementChoices

/** For how many minutes at most the retiring secret is refused before it retires, to see what still uses it. */
export const maxRehearsalMinutes = 15

/** Counts of live families stop here. */
export const maxCountedFamilies = 1_000

/** What happens to a retired secret's families: they run out by themselves, or end with it. */
export type FamilyFate = 'run_out' | 'end'

export function newSecretId(): string {
  return randomId('ksec')
}

/** The secret's state at `now`; the final states come first. */
export function secretState(secret: SecretInstants, now: number): SecretState {
  const { currentSince, lapsesAt, retiringSince, retiresAt, retiredAt } = secret
  if (retiredAt !== null || (retiresAt !== null && now >= retiresAt)) return 'retired'
  if (currentSince === null) return lapsesAt !== null && now >= lapsesAt ? 'lapsed' : 'pending'
  return retiringSince === null ? 'current' : 'retiring'
}

/** Whether a rehearsal of its retirement refuses the secret at `now`. */
export function isRehearsed({ refusedUntil }: Pick<SecretInstants, 'refusedUntil'>, now: number): boolean {
  return refusedUntil !== null && now < refusedUntil
}

/** Why the secret is refused at `now`; undefined if it works, or its first use makes it current. */
export function secretDenial(secret: SecretInstants, now: number): RefusalReason | undefined {
  const state = secretState(secret, now)
  if (state === 'retired' || state === 'lapsed') return `secret_${state}`
  return isRehearsed(secret, now) ? 'secret_rehearsed' : undefined
}
