import type { AuthenticatedKey } from '#lib/domain/keys/api-keys/authenticate-api-key.ts'
import type { SecretCredentials } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { findUserById } from '#lib/domain/people/users/store.ts'
import type { PresentedToken } from '#lib/domain/tokens/access-tokens/bearer-token.ts'
import { authorizeToken, requireScope, type TokenHolder } from '#lib/domain/tokens/refresh-tokens/authorize-token.ts'
import type { ApiClient } from '#lib/foundation/authorization/actor.ts'
import { mayManageRole } from '#lib/foundation/authorization/permissions.ts'
import type { Role } from '#lib/foundation/authorization/roles.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import type { RequestContext } from '#lib/kernel/request-context.ts'

const scope = 'scim'

/** A directory that was authorized for provisioning; `role` is that of the key's owner. */
export type ScimClient = ApiClient & Readonly<{ role: Role }>

/** Authorizes the holder of an access token. @throws Refusal as {@link authorizeToken} */
export async function authorizeScimToken(services: Services, holder: TokenHolder): Promise<ScimClient> {
  const { address, requestId } = holder
  const { key, owner } = await authorizeToken(services, holder, scope)
  return { kind: 'program', userId: owner.id, keyId: key.id, name: key.name, role: owner.role, address, requestId }
}

/**
 * Authorizes an authenticated key. @throws Refusal `insufficient_scope`; `invalid_token` for a key that requires proofs
 */
export async function authorizeScimKey(
  services: Services,
  { address, requestId }: RequestContext,
  { keyId, name, ownerId, scopes, requiresDpop }: AuthenticatedKey,
): Promise<ScimClient> {
  if (requiresDpop) throw new Refusal('invalid_token', { reason: 'proof_missing', reasonFacts: { keyId } })
  const owner = await findUserById(services.db, ownerId)
  if (!owner) throw new Refusal('server_error', { detail: 'a key without its owner' })
  requireScope(scope, { granted: scopes, ownerRole: owner.role, keyId })
  return { kind: 'program', userId: ownerId, keyId, name, role: owner.role, address, requestId }
}

/**
 * A key in the form of a bearer token: its ID, a dot, and its secret. Directories such as Microsoft Entra ID and Okta
 * store one token that stays valid.
 */
export function readKeyToken({ scheme, text }: PresentedToken): SecretCredentials | undefined {
  if (scheme !== 'bearer') return undefined
  const [, keyId, secret] = /^(lkid_[0-9A-Za-z]+)\.(.+)$/.exec(text) ?? []
  return keyId === undefined || secret === undefined ? undefined : { keyId, secret }
}

/**
 * The roles of the users that a directory sees and changes: those that the key's owner manages. Service users are no
 * people, and no directory changes an owner.
 */
export function provisionedRoles({ role }: Pick<ScimClient, 'role'>): readonly Role[] {
  return (['admin', 'agent'] as const).filter((target) => mayManageRole(role, target))
}
