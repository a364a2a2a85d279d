import {
  beginProviderSignIn,
  type ProviderSignInStart,
} from '#lib/domain/sign-in/company-sign-in/begin-provider-sign-in.ts'
import {
  finishProviderSignIn,
  type ProviderOutcome,
} from '#lib/domain/sign-in/company-sign-in/finish-provider-sign-in.ts'
import { acceptLink } from '#lib/domain/sign-in/company-sign-in/link-by-invitation.ts'
import { openAttempt } from '#lib/domain/sign-in/company-sign-in/provider-attempt.ts'
import { addProvider } from '#lib/domain/sign-in/sign-in-providers/manage-providers.ts'
import type { NewProviderInput } from '#lib/domain/sign-in/sign-in-providers/schema.ts'
import type { SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import type { ForgedProvider } from '#lib/testing/forged-provider.ts'
import { root, visitor } from '#lib/testing/people.ts'
import { setProviderCookie } from '#lib/web/cookies/provider-cookie.ts'

/** Providers on this machine may be used only by a server on this machine. */
export const localBaseUrl = 'http://localhost:3000'

/** Registers a provider of a test. */
export function registerProvider(
  services: Services,
  forged: Readonly<{ issuer: string; clientId: string }>,
  given: Partial<NewProviderInput> = {},
): Promise<SignInProvider> {
  const { issuer, clientId } = forged
  const input = {
    id: 'acme',
    label: 'Acme',
    issuer,
    clientId,
    secret: 'a client secret of the provider'.replaceAll(' ', '-'),
  }
  return addProvider(services, root, { ...input, ...given })
}

export const testBrowser = { hash: sha256('browser'), userAgent: 'Mozilla/5.0', formerSecret: undefined } as const

export async function begin(services: Services, given: Partial<ProviderSignInStart> = {}) {
  const begun = await beginProviderSignIn(services, {
    providerId: 'acme',
    browserHash: testBrowser.hash,
    next: '/launch/acme',
    ...given,
  })
  if (begun === 'unavailable') throw new Error('the provider is unavailable')
  return begun
}

type Finish = Partial<Pick<Parameters<typeof finishProviderSignIn>[2], 'current'>> &
  Readonly<{ browserHash?: string; providerId?: string }>

/** Ends a sign-in as the redirect URI does, with the cookie that the start has set. */
export async function finish(
  services: Services,
  begun: Readonly<{ state: string; sealed: string }>,
  callback: URL,
  { current, browserHash = testBrowser.hash, providerId = 'acme' }: Finish = {},
): Promise<ProviderOutcome> {
  // The cookie carries it unchanged.
  setProviderCookie(null, services.env.baseUrl, begun)
  const state = callback.searchParams.get('state') ?? ''
  const check = { providerId, state, browserHash, now: services.clock.now() }
  const attempt = await openAttempt(services.keys, begun.sealed, check)
  return finishProviderSignIn(services, visitor, { attempt, callback, browser: testBrowser, current })
}

/** The whole way of an invited user: the sign-in at the provider, and the answer to the question that follows. */
export async function linkAt(
  services: Services,
  forged: ForgedProvider,
  { link, password = '' }: Readonly<{ link: string; password?: string }>,
): Promise<ProviderOutcome> {
  const outcome = await signInAt(services, forged, { link })
  if (!('sealed' in outcome)) return outcome
  const { sealed } = outcome
  return acceptLink(services, visitor, { providerId: 'acme', sealed, browser: testBrowser, password })
}

/** The whole way of a sign-in at a provider. */
export async function signInAt(
  services: Services,
  forged: ForgedProvider,
  given: Partial<ProviderSignInStart> = {},
): Promise<ProviderOutcome> {
  const begun = await begin(services, given)
  return finish(services, begun, forged.authorize(begun.url), { providerId: given.providerId ?? 'acme' })
}
