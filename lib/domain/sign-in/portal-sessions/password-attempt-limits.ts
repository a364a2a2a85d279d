import { minuteMs } from '#lib/kernel/clock.ts'
import { sha256 } from '#lib/kernel/crypto.ts'

/** Failures are counted in windows of this length (section 8 of the protocol). */
export const limitWindowMs = 15 * minuteMs

/** A limit on failures in {@link limitWindowMs}, and whose failures it counts. */
export type PasswordLimit = Readonly<{
  /** A hash, because users type passwords into the name field by mistake. */
  subject: string
  maxFailures: number
  /** Whether the right password clears earlier failures. Otherwise it only returns its own charge. */
  clearedBySuccess: boolean
}>

const maxFailuresPerUser = 10
const maxFailuresPerNetwork = 50
const maxCodeFailures = 5

/** Failures of a user from a network. @param user an ID, so that all their names share the limit; else the name */
export function userLimit(user: string, network: string): PasswordLimit {
  return { subject: toSubject('person', user, network), maxFailures: maxFailuresPerUser, clearedBySuccess: true }
}

/** Failures of one user in a known browser, from any network: a neighbor has another browser, and another limit. */
export function browserLimit(userId: string, browserHash: string): PasswordLimit {
  return { subject: toSubject('browser', userId, browserHash), maxFailures: maxFailuresPerUser, clearedBySuccess: true }
}

/**
 * Failures of one client network over all names, against password spraying. Success only returns its own charge:
 * otherwise an attacker who knows one password could clear the limit.
 */
export function networkLimit(network: string): PasswordLimit {
  return { subject: toSubject('network', network), maxFailures: maxFailuresPerNetwork, clearedBySuccess: false }
}

/** Wrong codes of one user, from anywhere: whoever enters them knows the password. Passkeys don't count here. */
export function codeLimit(userId: string): PasswordLimit {
  return { subject: toSubject('code', userId), maxFailures: maxCodeFailures, clearedBySuccess: true }
}

export function toSubject(...parts: readonly string[]): string {
  return sha256(parts.join('\n'))
}
