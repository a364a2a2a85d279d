import type { KeyCredentials, SecretCredentials } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { type ClientAssertion, verifyAssertion } from '#lib/domain/tokens/client-authentication/verify-assertion.ts'
import type { Services } from '#lib/foundation/services.ts'

/** What a client authenticates with: a secret (RFC 6749 §2.3.1), or an assertion that it signed (RFC 7523 §2.2). */
export type ClientCredentials = SecretCredentials | ClientAssertion

/** Verifies an assertion, which works once. Call it within the limits on guessing. @throws Refusal `invalid_client` */
export async function resolveCredentials(services: Services, credentials: ClientCredentials): Promise<KeyCredentials> {
  if ('secret' in credentials) return credentials
  return { keyId: credentials.keyId, publicKey: await verifyAssertion(services, credentials) }
}
