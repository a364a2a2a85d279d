import { findManagedByDirectory } from '#lib/domain/people/scim/users-store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'

/** What the directory says of a user whom it manages. */
export type ProvisionedUser = Readonly<{ userName: string; externalId: string | null; changedAt: number }>

/** @returns undefined for a user whom no directory manages. @throws Refusal `forbidden` */
export async function findProvisioned(
  { db }: Services,
  actor: Actor,
  userId: string,
): Promise<ProvisionedUser | undefined> {
  requireManager(actor)
  return findManagedByDirectory(db, userId)
}
