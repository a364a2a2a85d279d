import { randomId, randomToken } from '#lib/crypto.ts'
import { formatRefreshToken } from '#lib/refresh-tokens/refresh-token.ts'
import { insertFamily } from '#lib/refresh-tokens/store.ts'
import type { Services } from '#lib/services.ts'
import type { Program } from '#lib/users/actor.ts'

/** Opens the family of one `client_credentials` request, with its first refresh token. */
export async function openFamily(
  services: Services,
  program: Program,
): Promise<{ familyId: string; refreshToken: string }> {
  const keySet = services.keys.current
  const family = { id: randomId('fam'), nonce: randomToken() }
  await insertFamily(services.db, {
    ...family,
    masterId: keySet.id,
    keyId: program.keyId,
    ownerId: program.userId,
    address: program.address,
  })
  return { familyId: family.id, refreshToken: formatRefreshToken(keySet, family, 1) }
}
