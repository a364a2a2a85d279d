import type { TokenIssue } from '#lib/access-tokens/access-token.ts'
import { authenticateApiKey } from '#lib/api-keys/authenticate-api-key.ts'
import { invalidClient } from '#lib/api-keys/invalid-client.ts'
import { type PresentedKey, proveKey } from '#lib/api-keys/prove-key.ts'
import { recordKeyUse } from '#lib/api-keys/record-key-use.ts'
import { randomToken, timedId } from '#lib/crypto.ts'
import { formatRefreshToken } from '#lib/refresh-tokens/refresh-token.ts'
import { insertFamily, type OpenedFamily } from '#lib/refresh-tokens/store.ts'
import type { Services } from '#lib/services.ts'
import type { Source } from '#lib/users/actor.ts'

const attempts = 3

/**
 * Opens the family of one `client_credentials` request for whoever has the key, with its first refresh token.
 * @throws Refusal `invalid_client`
 */
export async function openFamily(
  services: Services,
  source: Source,
  presented: PresentedKey,
): Promise<{ issue: TokenIssue; refreshToken: string }> {
  const keySet = services.keys.current
  const family = { id: timedId('fam'), nonce: randomToken(), masterId: keySet.id, address: source.address }
  const { issuedAt, ownerId, keyUseDue } = await insertProven(services, family, presented)
  const { keyId } = presented
  await recordKeyUse(services.db, { keyId, useDue: keyUseDue, address: source.address })
  const issue = { userId: ownerId, keyId, familyId: family.id, issuedAt }
  return { issue, refreshToken: formatRefreshToken(keySet, family, 1) }
}

type FamilyToOpen = Readonly<{ id: string; nonce: string; masterId: string; address: string }>

/** Where all is well, one statement has the key, judges it and opens the family. */
async function insertProven(services: Services, family: FamilyToOpen, presented: PresentedKey): Promise<OpenedFamily> {
  let proof = proveKey(services.keys.current, presented)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const opened = await insertFamily(services.db, { ...family, ...proof })
    if (opened) return opened
    proof = await authenticateApiKey(services, presented)
  }
  throw invalidClient('the key changes all the time')
}
