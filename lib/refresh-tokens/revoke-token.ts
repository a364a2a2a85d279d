import { readAccessToken } from '#lib/access-tokens/read-access-token.ts'
import type { RecordedActor } from '#lib/actor.ts'
import type { AuthenticatedKey } from '#lib/api-keys/authenticate-api-key.ts'
import { invalidClient } from '#lib/api-keys/invalid-client.ts'
import { type Family, isNamedBy } from '#lib/refresh-tokens/family.ts'
import { findFamilyOfAccessToken } from '#lib/refresh-tokens/find-family-of-access-token.ts'
import { findFamilyOfToken } from '#lib/refresh-tokens/find-family-of-token.ts'
import { parseRefreshToken } from '#lib/refresh-tokens/refresh-token.ts'
import { revokeFamily } from '#lib/refresh-tokens/revoke-family.ts'
import type { RequestContext } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'

/** Who wants a token revoked: a key that has authenticated, or whoever holds the token and says whose it is. */
export type Revoker = Readonly<{ key: AuthenticatedKey } | { key?: never; clientId: string }>

/**
 * Ends the family of a token (RFC 7009 §2.1): of a refresh token of any generation, or of an access token that is good.
 * With a token that is not of this client nothing happens, and it is not said.
 * @throws Refusal `invalid_client` for an access token without a key: it is sent to others, so that having one proves
 *   little
 */
export async function revokeToken(
  services: Services,
  source: RequestContext,
  token: string,
  revoker: Revoker,
): Promise<void> {
  const family = await findRevocable(services, token, revoker)
  if (!family || !isOwn(family, revoker)) return
  await revokeFamily(services, toActor(source, revoker), family, { reason: 'client_asked' })
}

async function findRevocable(services: Services, text: string, { key }: Revoker): Promise<Family | undefined> {
  const refreshToken = parseRefreshToken(text)
  const accessToken = refreshToken ? undefined : await readAccessToken(services, text)
  if (accessToken && !key) throw invalidClient('an access token was to be revoked without a key')
  const found =
    (refreshToken && (await findFamilyOfToken(services, refreshToken))) ??
    (accessToken && (await findFamilyOfAccessToken(services, accessToken)))
  return typeof found === 'string' ? undefined : found
}

function isOwn(family: Family, revoker: Revoker): boolean {
  return revoker.key ? family.key.id === revoker.key.keyId : isNamedBy(family, revoker.clientId)
}

function toActor(source: RequestContext, { key }: Revoker): RecordedActor {
  if (!key) return { kind: 'visitor', ...source }
  return { kind: 'program', userId: key.ownerId, name: key.name, ...source }
}
