import { type FirstCall, findFirstCall, findNewestRefusalId } from '#lib/domain/events/refusals/live-store.ts'
import { findApiKey } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** Links are kept for a day, so a key's first call is shown for as long. */
const firstCallMs = dayMs

/** `firstCall` of a key that is new; `version` changes with the steps and with each refusal. */
export type LiveKey = Readonly<{ firstCall: FirstCall | undefined; version: string }>

/** What the page of a key shows live. @throws Refusal `forbidden`, `not_found` if the actor may not manage the key */
export async function readLiveKey(services: Services, actor: Actor, keyId: string): Promise<LiveKey> {
  requireManager(actor)
  const key = await findApiKey(services, actor, keyId)
  if (!key) throw new Refusal('not_found')
  const isNew = services.clock.now() - key.createdAt < firstCallMs
  const [firstCall, newest] = await Promise.all([
    isNew ? findFirstCall(services.db, keyId) : undefined,
    findNewestRefusalId(services.db, keyId),
  ])
  const { token, link, opened } = firstCall ?? {}
  return { firstCall, version: [token, link, opened, newest].map((part) => part ?? '').join('-') }
}
