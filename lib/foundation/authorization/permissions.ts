import type { Actor } from '#lib/foundation/authorization/actor.ts'
import type { ManagementScope } from '#lib/foundation/authorization/management-scopes.ts'
import { type PortalRole, portalRoles, type Role, roles } from '#lib/foundation/authorization/roles.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** How long a confirmation authorizes sensitive actions. */
export const confirmationMs = 10 * minuteMs

const managedBy: Readonly<Record<Role, readonly Role[]>> = {
  owner: ['owner', 'admin', 'agent', 'service', 'service_admin'],
  admin: ['agent', 'service'],
  agent: [],
  service: [],
  // By its programs, as an admin.
  service_admin: ['agent', 'service'],
}

/** Whether this role manages accounts, return addresses, and the keys and access of other users. */
export function isManager(role: Role): boolean {
  return managedBy[role].length > 0
}

/** Whether a user of `role` may manage a user of `target` (create, change, deactivate). */
export function mayManageRole(role: Role, target: Role): boolean {
  return managedBy[role].includes(target)
}

/** The roles of the people who manage users of this role. */
export function managersOf(target: Role): PortalRole[] {
  return portalRoles.filter((role) => mayManageRole(role, target))
}

/**
 * The roles whose users the actor manages: none, unless the actor is an owner, an admin or the operator.
 * @param scope lets client programs of the management API manage, if their access token has the scope and the owner of
 *   their key is an owner or admin; without it, no client program does
 */
function managedRoles(actor: Actor, scope?: ManagementScope): readonly Role[] {
  if (actor.kind === 'operator') return roles
  if (actor.kind === 'person') return managedBy[actor.role]
  if (actor.kind !== 'program' || scope === undefined || !actor.management?.scopes.includes(scope)) return []
  return managedBy[actor.management.role]
}

/**
 * Whether the actor is an owner, an admin, the operator, or a client program that manages.
 * @param scope as in {@link managedRoles}
 */
export function mayManage(actor: Actor, scope?: ManagementScope): boolean {
  return managedRoles(actor, scope).length > 0
}

/** @throws Refusal `forbidden` unless {@link mayManage} */
export function requireManager(actor: Actor, scope?: ManagementScope): void {
  if (!mayManage(actor, scope)) throw new Refusal('forbidden')
}

/**
 * @param scope as in {@link managedRoles}: such a client program may manage the users whom the owner of its key manages
 * @throws Refusal `forbidden` unless the actor may manage users of this role
 */
export function requireManagerOf(actor: Actor, target: Role, scope?: ManagementScope): void {
  if (!managedRoles(actor, scope).includes(target)) throw new Refusal('forbidden')
}

/** Roles that make no rights: what a program may give. A token that leaks must not leave an owner behind. */
const givenByPrograms: readonly Role[] = ['agent', 'service']

/**
 * Whether the actor may give someone this role, or bring someone back who has it.
 * @param scope as in {@link managedRoles}
 * @throws Refusal `forbidden`; `key_cannot_give_role` for a program whose owner may
 */
export function requireGiverOf(actor: Actor, role: Role, scope?: ManagementScope): void {
  requireManagerOf(actor, role, scope)
  if (actor.kind === 'program' && !givenByPrograms.includes(role)) throw new Refusal('key_cannot_give_role')
}

/** The owners of keys: users of these roles, and one more if `ownId` is not empty. */
export type KeyOwners = Readonly<{ roles: readonly Role[]; ownId: string }>

/**
 * Whose keys the actor may manage: a manager's own, and those of users that the manager manages.
 * @param scope as in {@link managedRoles}
 */
export function managedOwners(actor: Actor, scope?: ManagementScope): KeyOwners {
  const managed = managedRoles(actor, scope)
  const isUser = actor.kind === 'person' || actor.kind === 'program'
  return { roles: managed, ownId: isUser && managed.length > 0 ? actor.userId : '' }
}

type KeyOwner = Readonly<{ id: string; role: Role }>

/** {@link managedOwners} for one owner. */
export function mayManageKey(actor: Actor, owner: KeyOwner, scope?: ManagementScope): boolean {
  const { roles: managed, ownId } = managedOwners(actor, scope)
  return managed.includes(owner.role) || owner.id === ownId
}

/**
 * @param scope as in {@link managedRoles}
 * @throws Refusal `forbidden` unless the actor may manage keys of this owner
 */
export function requireKeyManager(actor: Actor, owner: KeyOwner, scope?: ManagementScope): void {
  if (!mayManageKey(actor, owner, scope)) throw new Refusal('forbidden')
}

/** Whether the last confirmation is older than {@link confirmationMs}, so that a form asks for one. */
export function needsConfirmation(actor: Actor, now: number): boolean {
  return actor.kind === 'person' && now - actor.confirmedAt >= confirmationMs
}

/** @throws Refusal `confirmation_required` if the last confirmation is older than {@link confirmationMs} */
export function requireRecentConfirmation(actor: Actor, now: number): void {
  if (needsConfirmation(actor, now)) throw new Refusal('confirmation_required')
}
