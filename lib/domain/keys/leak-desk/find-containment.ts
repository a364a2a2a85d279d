import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { findApiKey } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import type { Containment } from '#lib/domain/keys/leak-desk/containable.ts'
import { findLaunch, isOver } from '#lib/domain/keys/leak-desk/find-link.ts'
import { isContained } from '#lib/domain/keys/leak-desk/store.ts'
import type { SsoGrant } from '#lib/domain/links/sso-grants/sso-grant.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'

/** What containing something concerns: a key, or the grant of a link that a user launched from the portal. */
export type FoundContainment = Readonly<{ isDone: boolean } & ({ key: ApiKey } | { key?: never; grant: SsoGrant })>

/**
 * What containing this concerns, and whether it is done.
 * @returns undefined if the actor can't manage the key, it has no such secret or family, or there is no such launch
 * @throws Refusal `forbidden`
 */
export async function findContainment(
  services: Services,
  actor: Actor,
  { keyId, subject, id }: Containment,
): Promise<FoundContainment | undefined> {
  requireManager(actor)
  const { db } = services
  if (subject === 'link') {
    const link = await findLaunch(db, id)
    return link && { grant: link.grant, isDone: isOver(link) }
  }
  const key = await findApiKey(services, actor, keyId)
  const isDone = key && (await isContained(db, { keyId, subject, id }))
  return key && isDone !== undefined ? { key, isDone } : undefined
}
