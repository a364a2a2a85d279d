import {
  describeError,
  type Frame,
  findFieldError,
  renderFieldError,
  renderProblem,
} from '#app/sign-in/sign-in-document.ts'
import { secondStepPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import type { SigningIn } from '#lib/domain/sign-in/portal-sessions/start-session.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import type { Refusal } from '#lib/kernel/errors.ts'
import { type Html, html } from '#lib/kernel/html.ts'

/** What both kinds of second step show. */
export type StepPage = Frame & Readonly<{ user: SigningIn; refusal?: Refusal }>

/** Who is signing in, and the way back for anyone else. */
export function renderUser({ locale, user, next }: StepPage): Html {
  const t = translatorFor(locale, 'signIn')
  return html`<form class="lk-who" method="post" action="${secondStepPath}">
<input type="hidden" name="next" value="${next}">
<div><strong>${user.name}</strong><br>${user.username}</div>
<button class="lk-button" data-variant="quiet" data-size="small" name="restart" value="1">${t('restart')}</button>
</form>`
}

/** A refusal above the form, unless a field of it says why. */
export function renderStepProblem(page: StepPage): Html {
  const { refusal } = page
  return renderProblem(page, refusal && !refusal.fields ? refusal : [])
}

type CodeField = Readonly<{
  label: string
  /** What to say about a code that isn't accepted. */
  wrong: string
  /** Six digits, as apps show them; else a recovery code. */
  isOfApp: boolean
  autofocus: boolean
}>

export function renderCodeField(page: StepPage, { label, wrong, isOfApp, autofocus }: CodeField): Html {
  const { locale, refusal } = page
  const error = refusal?.fields?.code === 'wrong' ? wrong : findFieldError(locale, refusal, 'code')
  const keyboard = isOfApp
    ? html` inputmode="numeric" autocomplete="one-time-code"`
    : html` autocomplete="off" autocapitalize="none"`
  return html`<div class="lk-field">
<label class="lk-label" for="code">${label}</label>
<input class="lk-control lk-code" id="code" name="code"${keyboard} autocorrect="off" spellcheck="false"${describeError('code', error)}${autofocus || error ? html` autofocus` : []}>
${renderFieldError('code', error)}
</div>`
}
