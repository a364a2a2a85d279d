import { sha256 } from '#lib/crypto.ts'

/** A limit on failures in 15 minutes, and whose failures it counts. */
export type PasswordLimit = Readonly<{
  /** A hash: people type their password into the field for the name. */
  subject: string
  maxFailures: number
  /** Whether the right password forgets earlier failures. Otherwise it only gives its own charge back. */
  clearedBySuccess: boolean
}>

const maxFailuresPerPerson = 10
const maxFailuresPerNetwork = 50

/**
 * Failures of one person from one client network.
 * @param person a user's id, so that email and username share the limit; for an unknown name, the name
 */
export function personLimit(person: string, network: string): PasswordLimit {
  return {
    subject: toSubject('person', person, network),
    maxFailures: maxFailuresPerPerson,
    clearedBySuccess: true,
  }
}

/**
 * Failures of one person in a browser that this person signed in with before, from any network. A neighbor on the same
 * network has another browser, and cannot exhaust this limit.
 */
export function browserLimit(userId: string, browserHash: string): PasswordLimit {
  return {
    subject: toSubject('browser', userId, browserHash),
    maxFailures: maxFailuresPerPerson,
    clearedBySuccess: true,
  }
}

/**
 * Failures of one client network over all names: a spray of one password per name. An attacker who knows one password
 * could clear it, so success only gives its own charge back.
 */
export function networkLimit(network: string): PasswordLimit {
  return {
    subject: toSubject('network', network),
    maxFailures: maxFailuresPerNetwork,
    clearedBySuccess: false,
  }
}

export function toSubject(...parts: readonly string[]): string {
  return sha256(parts.join('\n'))
}
