import type { TokenIssue } from '#lib/access-tokens/access-token.ts'
import { randomId, randomToken } from '#lib/crypto.ts'
import { Refusal } from '#lib/errors.ts'
import { formatRefreshToken } from '#lib/refresh-tokens/refresh-token.ts'
import { insertFamily } from '#lib/refresh-tokens/store.ts'
import type { Services } from '#lib/services.ts'
import type { Program } from '#lib/users/actor.ts'

/**
 * Opens the family of one `client_credentials` request, with its first refresh token.
 * @throws Refusal `invalid_client` when the owner was deactivated after the key was checked
 */
export async function openFamily(
  services: Services,
  program: Program,
): Promise<{ issue: TokenIssue; refreshToken: string }> {
  const keySet = services.keys.current
  const family = { id: randomId('fam'), nonce: randomToken() }
  const issuedAt = await insertFamily(services.db, {
    ...family,
    masterId: keySet.id,
    keyId: program.keyId,
    ownerId: program.userId,
    address: program.address,
  })
  if (issuedAt === undefined)
    throw new Refusal('invalid_client', { detail: "the key's owner was deactivated meanwhile" })
  const issue = { userId: program.userId, keyId: program.keyId, familyId: family.id, issuedAt }
  return { issue, refreshToken: formatRefreshToken(keySet, family, 1) }
}
