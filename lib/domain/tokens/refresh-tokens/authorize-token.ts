import { hasScope, type KeyScope, needsManager } from '#lib/domain/keys/api-keys/scopes.ts'
import type { VerifiedAccessToken } from '#lib/domain/tokens/access-tokens/access-token.ts'
import { authenticateAccessToken, type CallContext } from '#lib/domain/tokens/refresh-tokens/authenticate-token.ts'
import { currentScope, type Family } from '#lib/domain/tokens/refresh-tokens/family.ts'
import { isManager } from '#lib/foundation/authorization/permissions.ts'
import type { Role } from '#lib/foundation/authorization/roles.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal, type RefusalFacts } from '#lib/kernel/errors.ts'

/** A client program with its access token, whose signature was verified. */
export type TokenHolder = CallContext & Readonly<{ kind: 'program'; token: VerifiedAccessToken }>

/**
 * Authenticates a client by its access token, and checks that the token has this scope. A scope never reaches further
 * than the key's scopes and the owner's role, even if they have changed since.
 * @throws Refusal `invalid_token`, `insufficient_scope`, `too_many_requests`
 */
export async function authorizeToken(
  services: Services,
  { token, ...context }: TokenHolder,
  scope: KeyScope,
): Promise<Family> {
  const family = await authenticateAccessToken(services, context, token)
  requireScope(scope, { granted: currentScope(family, token.scope), ownerRole: family.owner.role, keyId: token.keyId })
  return family
}

type Granted = Readonly<{ granted: string; ownerRole: Role; keyId: string }>

/**
 * Checks the scope of an authenticated token or key.
 * @param granted the scope that it has
 * @throws Refusal `insufficient_scope`
 */
export function requireScope(scope: KeyScope, { granted, ownerRole, keyId }: Granted): void {
  if (!hasScope(granted, scope)) {
    throw insufficientScope(scope, scopeMissing(scope), { reason: 'scope_missing', reasonFacts: { keyId, scope } })
  }
  if (needsManager(scope) && !isManager(ownerRole)) {
    throw insufficientScope(scope, `The scope ${scope} needs a key whose owner is an owner or admin.`, {
      reason: 'owner_not_manager',
      reasonFacts: { keyId, scope },
    })
  }
}

/** The description of the refusal. */
export function scopeMissing(scope: KeyScope): string {
  return `The access token does not have the scope ${scope}.`
}

function insufficientScope(
  scope: KeyScope,
  description: string,
  cause: Pick<RefusalFacts, 'reason' | 'reasonFacts'>,
): Refusal {
  return new Refusal('insufficient_scope', { description, scope, ...cause })
}
