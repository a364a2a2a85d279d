import type { ClientCredentials } from '#lib/domain/tokens/client-authentication/resolve-credentials.ts'
import type { Services } from '#lib/foundation/services.ts'
import { isRefusal, type RefusalCode } from '#lib/kernel/errors.ts'
import type { RateLimit } from '#lib/kernel/rate-limits.ts'
import { type RequestContext, toClientNetwork } from '#lib/kernel/request-context.ts'

/** Key IDs are shorter: a longer `clientId` must not fill the memory. */
const maxCountedLength = 64

type Subject = Readonly<{ limit: RateLimit; subject: string }>

/**
 * Limits guesses at API keys, per network and key and per network. The right secret still works from other networks, so
 * an attacker can't lock the client out.
 * @throws Refusal `too_many_requests`, or what the work throws: each `invalid_client` counts
 */
export async function withClientRateLimit<T>(
  { limits }: Services,
  { address }: RequestContext,
  { keyId }: ClientCredentials,
  work: () => Promise<T>,
): Promise<T> {
  const network = toClientNetwork(address)
  const subjects = [
    { limit: limits.clientAtNetwork, subject: `${network} ${keyId.slice(0, maxCountedLength)}` },
    { limit: limits.clientsAtNetwork, subject: network },
  ]
  for (const { limit, subject } of subjects) await limit.check(subject)
  return countFailures('invalid_client', subjects, work)
}

/**
 * Limits guesses at tokens per network. A valid token is never delayed: tokens can't be guessed.
 * @throws Refusal `too_many_requests`, or what the work throws: each refusal with `code` counts
 */
export function withTokenRateLimit<T>(
  { limits }: Services,
  { address }: RequestContext,
  code: 'invalid_grant' | 'invalid_token',
  work: () => Promise<T>,
): Promise<T> {
  return countFailures(code, [{ limit: limits.tokensAtNetwork, subject: toClientNetwork(address) }], work)
}

async function countFailures<T>(code: RefusalCode, subjects: readonly Subject[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isRefusal(error) && error.code === code) {
      for (const { limit, subject } of subjects) await limit.countFailure(subject)
    }
    throw error
  }
}
