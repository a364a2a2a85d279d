import { type Configuration, genericGrantRequest } from 'openid-client'
import {
  findProviderError,
  ProviderError,
  problemOfStatus,
  statusOf,
} from '#lib/domain/sign-in/sign-in-providers/fetch-provider.ts'
import type { PublishedProvider } from '#lib/domain/sign-in/sign-in-providers/provider-metadata.ts'
import { configure } from '#lib/domain/sign-in/sign-in-providers/redeem-code.ts'
import { providerUrls, type SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomToken } from '#lib/kernel/crypto.ts'

/** Entra ID doesn't know the client, or doesn't accept its secret. */
const refusals: ReadonlySet<unknown> = new Set(['invalid_client', 'unauthorized_client'])

/**
 * Redeems a code that no one got. A provider refuses the client before the code (RFC 6749 §5.2), and the code of a
 * client that it accepts.
 * @throws ProviderError `invalid_client` if it doesn't accept the client ID, or the secret or key
 */
export async function tryCredentials(
  services: Services,
  provider: SignInProvider,
  published: PublishedProvider,
): Promise<void> {
  const config = await configure(services, provider, published)
  const problem = await redeemNothing(config, providerUrls(services.env.baseUrl, provider.id).redirectUri)
  if (problem) throw problem
}

async function redeemNothing(config: Configuration, redirectUri: string): Promise<ProviderError | undefined> {
  const parameters = { code: randomToken(), redirect_uri: redirectUri, code_verifier: randomToken() }
  try {
    await genericGrantRequest(config, 'authorization_code', parameters)
    return undefined
  } catch (error) {
    return findProviderError(error) ?? toCredentialProblem(error)
  }
}

function toCredentialProblem(error: unknown): ProviderError | undefined {
  const code = Reflect.get(Object(error), 'error')
  if (statusOf(error) === 401 || refusals.has(code)) return new ProviderError('invalid_client', { cause: error })
  const problem = problemOfStatus(error)
  return problem && new ProviderError(problem, { cause: error })
}
