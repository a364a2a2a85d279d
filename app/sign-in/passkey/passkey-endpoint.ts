import { currentAnonymous, currentBrowser } from '#app/(portal)/_session/anonymous.ts'
import { openPortal } from '#app/(portal)/_session/auth.ts'
import { cookieNotice, sendsCookies } from '#app/sign-in/cookie-notice.ts'
import { renderSignInPage } from '#app/sign-in/render-sign-in-page.ts'
import { describeFrame } from '#app/sign-in/sign-in-document.ts'
import { parseCredential } from '#lib/domain/sign-in/passkeys/schema.ts'
import { toNextPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import { offerPasskeySignIn, signInWithPasskey } from '#lib/domain/sign-in/portal-sessions/sign-in-with-passkey.ts'
import { readProviderChoices } from '#lib/domain/sign-in/sign-in-providers/provider-choices.ts'
import { toRefusal } from '#lib/kernel/errors.ts'
import { identifyBrowser } from '#lib/web/cookies/browser-cookie.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { type EndpointContext, type EndpointResponse, jsonResponse } from '#lib/web/http/endpoint.ts'
import { readForm } from '#lib/web/http/form-body.ts'
import { logRefusal } from '#lib/web/http/refusal-response.ts'

/** For the script of the sign-in pages: what the browser needs to use a passkey, and the sign-in with its response. */
export const passkeyEndpoint = defineEndpoint({ GET: offerPasskeys, POST: submitPasskey })

/** The same for everyone: it asks for no name, so that it can't reveal who has a passkey. */
async function offerPasskeys(request: Request, { services }: EndpointContext): Promise<EndpointResponse> {
  const { hash, cookies } = identifyBrowser(request.headers.get('cookie'), services.env.baseUrl)
  const options = await offerPasskeySignIn(services, { hash })
  return jsonResponse(options, cookies.length === 0 ? {} : { headers: { 'Set-Cookie': cookies } })
}

/** A refusal becomes the sign-in page, from which the script takes what went wrong. */
async function submitPasskey(request: Request, context: EndpointContext): Promise<EndpointResponse> {
  const form = await readForm(request, ['passkey', 'next'])
  const next = toNextPath(form.next)
  const { services } = context
  try {
    const [anonymous, browser] = [await currentAnonymous(), await currentBrowser()]
    const response = parseCredential(form.passkey ?? '')
    await openPortal(await signInWithPasskey(services, anonymous, { response, browser }))
  } catch (error) {
    const refusal = toRefusal(error)
    logRefusal(services, refusal, context)
    const providers = await readProviderChoices(services)
    const problem = sendsCookies(request, context) ? { refusal } : { notice: cookieNotice }
    return renderSignInPage(await describeFrame(request, context, { path: '/sign-in', next }), {
      ...problem,
      providers,
    })
  }
  return jsonResponse({ next })
}
