import { currentAnonymous } from '#app/(portal)/_session/anonymous.ts'
import { finishStep, leaveStep, requireHolder, showStep } from '#app/sign-in/second-step/step.ts'
import { siteName } from '#lib/domain/organization/organization/organization.ts'
import { readOrganization } from '#lib/domain/organization/organization/read-organization.ts'
import { parseCredential } from '#lib/domain/sign-in/passkeys/schema.ts'
import { enrollPasskeyAtSignIn, offerPasskeyAtSignIn } from '#lib/domain/sign-in/portal-sessions/enroll-at-sign-in.ts'
import { toNextPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import { getSecondStep } from '#lib/domain/sign-in/portal-sessions/second-step.ts'
import { offerPasskeySignIn } from '#lib/domain/sign-in/portal-sessions/sign-in-with-passkey.ts'
import { isRefusal, toRefusal } from '#lib/kernel/errors.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { type EndpointContext, type EndpointResponse, jsonResponse } from '#lib/web/http/endpoint.ts'
import { readForm } from '#lib/web/http/form-body.ts'
import { logRefusal } from '#lib/web/http/refusal-response.ts'

/** For the script of the second step: what the browser needs to use or create a passkey, and the created one. */
export const stepPasskeyEndpoint = defineEndpoint({ GET: offerPasskeys, POST: submitPasskey })

/** The passkeys of the user whose password was right; a response to them is a sign-in with a passkey like any other. */
async function offerPasskeys(request: Request, context: EndpointContext): Promise<EndpointResponse> {
  const { services } = context
  try {
    const holder = await requireHolder(request, context)
    const { user, step } = await getSecondStep(services, holder)
    if (step === 'verify') return jsonResponse(await offerPasskeySignIn(services, holder.browser, user.id))
    const organization = siteName(await readOrganization(services))
    return jsonResponse(await offerPasskeyAtSignIn(services, holder, organization))
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'sign_in_expired') throw error
    return leaveStep(request, context, '/')
  }
}

async function submitPasskey(request: Request, context: EndpointContext): Promise<EndpointResponse> {
  const { services } = context
  const form = await readForm(request, ['passkey', 'name', 'sealed', 'next'])
  const next = toNextPath(form.next)
  try {
    const holder = await requireHolder(request, context)
    const { passkey = '', name = '' } = form
    const response = parseCredential(passkey)
    const started = await enrollPasskeyAtSignIn(services, await currentAnonymous(), { holder, response, name })
    return await finishStep(request, context, { next, started })
  } catch (error) {
    const refusal = toRefusal(error)
    logRefusal(services, refusal, context)
    return showStep(request, context, { next, byRecoveryCode: false, sealed: form.sealed, refusal })
  }
}
