import type { Transaction } from 'kysely'
import { takeLock } from '#lib/db/lock.ts'
import type { Tables } from '#lib/db/tables.ts'

/**
 * To be taken before anything is read that decides whether an owner remains, or whether there is one: two owners who
 * remove each other at the same moment, on two instances, must not both find the other one active. Before
 * {@link lockUser}, where both are needed.
 */
export function lockOwners(trx: Transaction<Tables>): Promise<void> {
  return takeLock(trx, 'owners')
}

/**
 * To be taken before a user is read whose role, access, password or links are about to change. Who may do so depends on
 * the role: a link made for an agent must not come into being while that agent becomes an owner.
 */
export function lockUser(trx: Transaction<Tables>, userId: string): Promise<void> {
  return takeLock(trx, `user ${userId}`)
}
