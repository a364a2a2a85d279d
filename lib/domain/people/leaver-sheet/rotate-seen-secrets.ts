import { type RotatedSecret, rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { maxRotated } from '#lib/domain/people/leaver-sheet/leaver-sheet.ts'
import { listSeenSecrets } from '#lib/domain/people/leaver-sheet/read-leaver-sheet.ts'
import { getManagedUser } from '#lib/domain/people/users/find-users.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { isRefusal } from '#lib/kernel/errors.ts'

/** With the plain secrets, which are shown once and stored nowhere. */
export type RotatedSecrets = Readonly<{
  rotated: readonly RotatedSecret[]
  /** Keys that another call would rotate. */
  remaining: number
}>

/**
 * Rotates the first {@link maxRotated} keys whose secret a user saw, each in a transaction of its own: the seen secret
 * works for 24 hours after the first use of the new one, and its families end with it, because the user may hold their
 * tokens. Keys that cannot be rotated by then stay as they are. A key whose new secret was not used yet is not rotated
 * again.
 * @throws Refusal `forbidden`, `confirmation_required`, `not_found`
 */
export async function rotateSeenSecrets(services: Services, actor: Actor, userId: string): Promise<RotatedSecrets> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  await getManagedUser(services.db, actor, { id: userId })
  const keyIds = await listKeysToRotate(services, actor, userId)
  const rotated: RotatedSecret[] = []
  for (const keyId of keyIds.slice(0, maxRotated)) {
    const secret = await tryToRotate(services, actor, keyId)
    if (secret) rotated.push(secret)
  }
  return { rotated, remaining: Math.max(0, keyIds.length - maxRotated) }
}

async function listKeysToRotate({ db }: Services, actor: Actor, userId: string): Promise<readonly string[]> {
  const { secrets } = await listSeenSecrets(db, actor, userId)
  return [...new Set(secrets.filter(({ step }) => step === 'rotate').map(({ key }) => key.id))]
}

/** @returns undefined if the key has changed meanwhile, so that it can't be rotated */
async function tryToRotate(services: Services, actor: Actor, keyId: string): Promise<RotatedSecret | undefined> {
  try {
    return await rotateSecret(services, actor, { keyId, families: 'end' })
  } catch (error) {
    const isChanged = isRefusal(error) && ['conflict', 'former_secret_works', 'not_found'].includes(error.code)
    if (isChanged) return undefined
    throw error
  }
}
