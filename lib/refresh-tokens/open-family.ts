import type { TokenIssue } from '#lib/access-tokens/access-token.ts'
import { authenticateApiKey } from '#lib/api-keys/authenticate-api-key.ts'
import { invalidClient } from '#lib/api-keys/invalid-client.ts'
import { type KeyProof, type PresentedKey, proveKey } from '#lib/api-keys/prove-key.ts'
import { recordKeyUse } from '#lib/api-keys/record-key-use.ts'
import { narrowScope } from '#lib/api-keys/scopes.ts'
import { randomToken, timedId } from '#lib/crypto.ts'
import { formatRefreshToken } from '#lib/refresh-tokens/refresh-token.ts'
import { insertFamily, type OpenedFamily } from '#lib/refresh-tokens/store.ts'
import type { RequestContext } from '#lib/request-context.ts'
import type { Services } from '#lib/services.ts'

const attempts = 3

/** What a client sends. `scope` asks for less than the key allows. */
export type FamilyRequest = PresentedKey & Readonly<{ scope?: string | undefined }>

/**
 * Opens the family of one `client_credentials` request for whoever has the key, with its first refresh token.
 * @throws Refusal `invalid_client`, `invalid_scope`
 */
export async function openFamily(
  services: Services,
  source: RequestContext,
  presented: FamilyRequest,
): Promise<{ issue: TokenIssue; refreshToken: string }> {
  const keySet = services.keys.current
  const family = { id: timedId('fam'), nonce: randomToken(), masterId: keySet.id, address: source.address }
  const { issuedAt, ownerId, scope, keyUseDue } = await insertProven(services, source, { family, presented })
  const { keyId } = presented
  await recordKeyUse(services.db, { keyId, useDue: keyUseDue, address: source.address })
  const issue = { userId: ownerId, keyId, familyId: family.id, scope, issuedAt }
  return { issue, refreshToken: formatRefreshToken(keySet, family, 1) }
}

type ScopedProof = KeyProof & Readonly<{ scope?: string }>

type FamilyToOpen = Readonly<{ id: string; nonce: string; masterId: string; address: string }>

/** Where all is well, and nothing limits where from, one statement has the key, judges it and opens the family. */
async function insertProven(
  services: Services,
  source: RequestContext,
  { family, presented }: Readonly<{ family: FamilyToOpen; presented: FamilyRequest }>,
): Promise<OpenedFamily> {
  const proven: ScopedProof = proveKey(services.keys.current, presented)
  // Whether it asks for less or for more, is known when the key is.
  let proof = presented.scope === undefined ? proven : undefined
  for (let attempt = 0; attempt < attempts; attempt++) {
    const opened = proof && (await insertFamily(services.db, { ...family, scope: null, ...proof }))
    if (opened) return opened
    const { keyId, secretHash, keyMasterId, networks, scopes } = await authenticateApiKey(services, source, presented)
    proof = { keyId, secretHash, keyMasterId, networks, scope: narrowScope(scopes, presented.scope) }
  }
  throw invalidClient('the key changes all the time')
}
