import { storePreferences } from '#app/(portal)/_preferences/preference-cookies.ts'
import { currentAnonymous } from '#app/(portal)/_session/anonymous.ts'
import { pathWithNext } from '#app/sign-in/sign-in-document.ts'
import { enrollAppAtSignIn } from '#lib/domain/sign-in/portal-sessions/enroll-at-sign-in.ts'
import { secondStepPath, toNextPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import { cancelSignIn, type StepHolder, signInWithCode } from '#lib/domain/sign-in/portal-sessions/second-step.ts'
import { toRefusal } from '#lib/kernel/errors.ts'
import type { Form } from '#lib/kernel/form-fields.ts'
import { definePageEndpoint } from '#lib/web/http/define-endpoint.ts'
import { type EndpointContext, type EndpointResponse, seeOther } from '#lib/web/http/endpoint.ts'
import { readForm } from '#lib/web/http/form-body.ts'
import { logRefusal } from '#lib/web/http/refusal-response.ts'
import { finishStep, requireHolder, showStep } from './step.ts'

/** The page of the second factor, after the right password. Complete without scripts. */
export const secondStepEndpoint = definePageEndpoint({ GET: showForm, POST: submitForm })

async function showForm(request: Request, context: EndpointContext): Promise<EndpointResponse> {
  const { searchParams } = new URL(request.url)
  const next = toNextPath(searchParams.get('next'))
  return showStep(request, context, { next, byRecoveryCode: searchParams.has('recovery') })
}

async function submitForm(request: Request, context: EndpointContext): Promise<EndpointResponse> {
  const form = await readForm(request, ['code', 'sealed', 'recovery', 'restart', 'next', 'language', 'theme'])
  const next = toNextPath(form.next)
  if (form.language || form.theme) {
    await storePreferences(form)
    return seeOther(pathWithNext(secondStepPath, next), context.requestId)
  }
  try {
    const holder = await requireHolder(request, context)
    if (form.restart) {
      await cancelSignIn(context.services, holder)
      return seeOther(pathWithNext('/sign-in', next), context.requestId)
    }
    return await finishStep(request, context, { next, started: await takeStep(context, holder, form) })
  } catch (error) {
    const refusal = toRefusal(error)
    logRefusal(context.services, refusal, context)
    const byRecoveryCode = form.recovery !== undefined
    return showStep(request, context, { next, byRecoveryCode, sealed: form.sealed, refusal })
  }
}

/** A form with a secret sets up the app that has it. */
async function takeStep(
  { services }: EndpointContext,
  holder: StepHolder,
  { code = '', sealed }: Form<'code' | 'sealed'>,
) {
  const anonymous = await currentAnonymous()
  return sealed === undefined
    ? signInWithCode(services, anonymous, { holder, code })
    : enrollAppAtSignIn(services, anonymous, { holder, sealed, code })
}
