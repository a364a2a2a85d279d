import type { Actor, ApiClient } from '#lib/actor.ts'
import { minuteMs } from '#lib/clock.ts'
import { Refusal } from '#lib/errors.ts'
import type { ManagementScope } from '#lib/management-scopes.ts'
import { type Role, roles } from '#lib/roles.ts'

/** How long a confirmation authorizes sensitive actions. */
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

/**
 * @param scope lets client programs of the management API do this, if their access token has the scope and the owner of
 *   their key is an owner or admin; without it, no client program may
 * @throws Refusal `forbidden` unless the actor is an owner, an admin, the operator, or such a client program
 */
export function requireManager(actor: Actor, scope?: ManagementScope): void {
  if (actor.kind === 'operator') return
  if (actor.kind === 'person' && isManager(actor.role)) return
  if (scope !== undefined && actor.kind === 'program' && mayManageBy(actor, scope)) return
  throw new Refusal('forbidden')
}

function mayManageBy({ management }: ApiClient, scope: ManagementScope): boolean {
  return management !== undefined && isManager(management.role) && management.scopes.includes(scope)
}

/**
 * @param scope as in {@link requireManager}: such a client program may manage the users whom the owner of its key manages
 * @throws Refusal `forbidden` unless the actor may manage users of this role
 */
export function requireManagerOf(actor: Actor, target: Role, scope?: ManagementScope): void {
  if (actor.kind === 'operator') return
  if (actor.kind === 'person' && mayManageRole(actor.role, target)) return
  if (scope !== undefined && actor.kind === 'program' && mayManageBy(actor, scope)) {
    if (actor.management && mayManageRole(actor.management.role, target)) return
  }
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

/** Whether the last confirmation is older than {@link confirmationMs}, so that a form asks for one. */
export function needsConfirmation(actor: Actor, now: number): boolean {
  return actor.kind === 'person' && now - actor.confirmedAt >= confirmationMs
}

/** @throws Refusal `confirmation_required` if the last confirmation is older than {@link confirmationMs} */
export function requireRecentConfirmation(actor: Actor, now: number): void {
  if (needsConfirmation(actor, now)) throw new Refusal('confirmation_required')
}
