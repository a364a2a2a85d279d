import type { Actor } from '#lib/actor.ts'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { findApiKey } from '#lib/api-keys/find-api-keys.ts'
import type { Containment } from '#lib/leak-desk/containable.ts'
import { isContained } from '#lib/leak-desk/store.ts'
import type { Services } from '#lib/services.ts'

/**
 * What containing this concerns, and whether it is done.
 * @returns undefined if the actor can't manage the key, or it has no such secret or family
 * @throws Refusal `forbidden`
 */
export async function findContainment(
  services: Services,
  actor: Actor,
  containment: Containment,
): Promise<Readonly<{ key: ApiKey; isDone: boolean }> | undefined> {
  const key = await findApiKey(services, actor, containment.keyId)
  const isDone = key && (await isContained(services.db, containment))
  return key && isDone !== undefined ? { key, isDone } : undefined
}
