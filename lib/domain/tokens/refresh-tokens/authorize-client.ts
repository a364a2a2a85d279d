import { scopeWords } from '#lib/domain/keys/api-keys/scopes.ts'
import { authorizeToken, type TokenHolder } from '#lib/domain/tokens/refresh-tokens/authorize-token.ts'
import { currentScope, type Family } from '#lib/domain/tokens/refresh-tokens/family.ts'
import type { ApiClient } from '#lib/foundation/authorization/actor.ts'
import { type ManagementScope, managementScopes } from '#lib/foundation/authorization/management-scopes.ts'
import type { Services } from '#lib/foundation/services.ts'

/**
 * The holder of an access token with this scope, as a client of the management API. @throws Refusal as `authorizeToken`
 */
export async function authorizeClient(
  services: Services,
  holder: TokenHolder,
  scope: ManagementScope,
): Promise<ApiClient> {
  return toApiClient(await authorizeToken(services, holder, scope), holder)
}

/** The client acts as the owner of its key, in the owner's current role. */
export function toApiClient(family: Family, { token, address, requestId }: TokenHolder): ApiClient {
  const { key, owner } = family
  const granted = scopeWords(currentScope(family, token.scope))
  const scopes = managementScopes.filter((word) => granted.includes(word))
  const management = { role: owner.role, scopes }
  return { kind: 'program', userId: owner.id, keyId: key.id, name: key.name, management, address, requestId }
}
