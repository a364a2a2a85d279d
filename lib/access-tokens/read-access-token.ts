import type { VerifiedAccessToken } from '#lib/access-tokens/access-token.ts'
import { verifyAccessToken } from '#lib/access-tokens/verify-access-token.ts'
import { isRefusal } from '#lib/errors.ts'
import type { Services } from '#lib/services.ts'

/** The access token that a text is, if we signed it, in time or not; undefined for anything else. */
export async function readAccessToken(services: Services, text: string): Promise<VerifiedAccessToken | undefined> {
  try {
    return await verifyAccessToken(services, text)
  } catch (error) {
    if (isRefusal(error) && error.code === 'invalid_token') return undefined
    throw error
  }
}
