import type { AuthenticatedKey } from '#lib/domain/keys/api-keys/authenticate-api-key.ts'
import { invalidClient } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { readAccessToken } from '#lib/domain/tokens/access-tokens/verify-access-token.ts'
import {
  findFamilyOfAccessToken,
  findFamilyOfRefreshToken,
} from '#lib/domain/tokens/refresh-tokens/authenticate-token.ts'
import { type Family, isNamedBy } from '#lib/domain/tokens/refresh-tokens/family.ts'
import { parseRefreshToken } from '#lib/domain/tokens/refresh-tokens/refresh-token.ts'
import { revokeFamily } from '#lib/domain/tokens/refresh-tokens/revoke-family.ts'
import type { RecordedActor } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'

/** An authenticated key, or a client that only holds the token and names its owner. */
export type Revoker = Readonly<{ key: AuthenticatedKey } | { key?: never; clientId: string }>

/**
 * Revokes the family of a token (RFC 7009 §2.1): a refresh token of any generation, or a valid access token. Another
 * client's token changes nothing, and the response does not say so.
 * @throws Refusal `invalid_client` for an access token without a key: every resource server holds access tokens
 */
export async function revokeToken(
  services: Services,
  context: RequestContext,
  token: string,
  revoker: Revoker,
): Promise<void> {
  const family = await findRevocable(services, token, revoker)
  if (!family || !isOwn(family, revoker)) return
  await revokeFamily(services, toActor(context, revoker), family, { reason: 'client_asked' })
}

async function findRevocable(services: Services, text: string, { key }: Revoker): Promise<Family | undefined> {
  const refreshToken = parseRefreshToken(text)
  const accessToken = refreshToken ? undefined : await readAccessToken(services, text)
  if (accessToken && !key) throw invalidClient('revoke_without_key')
  const found =
    (refreshToken && (await findFamilyOfRefreshToken(services, refreshToken))) ??
    (accessToken && (await findFamilyOfAccessToken(services, accessToken)))
  return typeof found === 'string' ? undefined : found
}

function isOwn(family: Family, revoker: Revoker): boolean {
  return revoker.key ? family.key.id === revoker.key.keyId : isNamedBy(family, revoker.clientId)
}

function toActor(context: RequestContext, { key }: Revoker): RecordedActor {
  if (!key) return { kind: 'visitor', ...context }
  return { kind: 'program', userId: key.ownerId, name: key.name, ...context }
}
