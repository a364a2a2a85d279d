import type { Transaction } from 'kysely'
import { takeLock } from '#lib/db/lock.ts'
import type { Tables } from '#lib/db/tables.ts'

/**
 * Taken before a read that decides whether an owner remains or exists: two owners who remove each other at once, on two
 * instances, must not both find the other one active. Taken before {@link lockUser}.
 */
export function lockOwners(trx: Transaction<Tables>): Promise<void> {
  return takeLock(trx, 'owners')
}

/**
 * Taken before reading a user whose role, access, password or links change. The role decides who may change them: an
 * admin must not create a link for an agent who is becoming an owner.
 */
export function lockUser(trx: Transaction<Tables>, userId: string): Promise<void> {
  return takeLock(trx, `user ${userId}`)
}
