import type { Actor } from '#lib/actor.ts'
import { minuteMs } from '#lib/clock.ts'
import { Refusal } from '#lib/errors.ts'
import { type Role, roles } from '#lib/roles.ts'

/** How long a password confirmation authorizes changes to keys, users and return addresses. */
export const confirmationMs = 10 * minuteMs

const managedBy: Readonly<Record<Role, readonly Role[]>> = {
  owner: ['owner', 'admin', 'agent', 'service'],
  admin: ['agent', 'service'],
  agent: [],
  service: [],
}

/** Whether this role manages accounts, return addresses, and the keys and access of other users. */
export function isManager(role: Role): boolean {
  return managedBy[role].length > 0
}

/** Whether a user of `role` may manage a user of `target` (create, change, deactivate). */
export function mayManageRole(role: Role, target: Role): boolean {
  return managedBy[role].includes(target)
}

/** The roles whose users manage users of this role. */
export function managersOf(target: Role): Role[] {
  return roles.filter((role) => mayManageRole(role, target))
}

/** @throws Refusal `forbidden` unless the actor is an owner, an admin or the operator */
export function requireManager(actor: Actor): void {
  if (actor.kind === 'operator') return
  if (actor.kind === 'person' && isManager(actor.role)) return
  throw new Refusal('forbidden')
}

/** @throws Refusal `forbidden` unless the actor may manage users of this role */
export function requireManagerOf(actor: Actor, target: Role): void {
  if (actor.kind === 'operator') return
  if (actor.kind === 'person' && mayManageRole(actor.role, target)) return
  throw new Refusal('forbidden')
}

/** Whether the actor may manage this owner's keys: a manager's own, and those of users that the manager manages. */
export function mayManageKey(actor: Actor, owner: Readonly<{ id: string; role: Role }>): boolean {
  if (actor.kind === 'operator') return true
  if (actor.kind !== 'person') return false
  return mayManageRole(actor.role, owner.role) || (isManager(actor.role) && actor.userId === owner.id)
}

/** @throws Refusal `forbidden` unless the actor may manage keys of this owner */
export function requireKeyManager(actor: Actor, owner: Readonly<{ id: string; role: Role }>): void {
  if (!mayManageKey(actor, owner)) throw new Refusal('forbidden')
}

/** Whether the last password confirmation is older than {@link confirmationMs}, so that a form asks for the password. */
export function needsConfirmation(actor: Actor, now: number): boolean {
  return actor.kind === 'person' && now - actor.confirmedAt >= confirmationMs
}

/** @throws Refusal `confirmation_required` if the last password confirmation is older than {@link confirmationMs} */
export function requireRecentConfirmation(actor: Actor, now: number): void {
  if (needsConfirmation(actor, now)) throw new Refusal('confirmation_required')
}
