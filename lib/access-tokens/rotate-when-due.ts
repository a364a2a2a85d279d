import { rotateSigningKey } from '#lib/access-tokens/rotate-signing-key.ts'
import { isRotationDue } from '#lib/access-tokens/store.ts'
import { maintenanceActor } from '#lib/actor.ts'
import { newRequestId } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'

/**
 * Rotates the signing key where it is time: it has signed for `SIGNING_KEY_DAYS`, or an operator has asked for another
 * algorithm.
 */
export async function rotateWhenDue(services: Services): Promise<void> {
  if (!(await isRotationDue(services.db, services.env.signingKeyDays))) return
  const { keyId, alg } = await rotateSigningKey(services, maintenanceActor(newRequestId()))
  services.log.info({ keyId, alg }, 'the signing key was rotated')
}
