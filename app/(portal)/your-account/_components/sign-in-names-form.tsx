'use client'

import { PortalForm } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { yourAccountPath } from '#app/(portal)/_urls/your-account-url.ts'
import { saveSignInNames } from '#app/(portal)/your-account/profile-actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { OwnNames } from '#lib/domain/people/user-lifecycle/own-names.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { fieldLengths } from '#lib/kernel/field-lengths.ts'

type Props = Readonly<{ username: string; email: string; steps: OwnNames['steps']; confirmBy: ConfirmBy }>

export function SignInNamesForm({ username, email, steps, confirmBy }: Props) {
  const t = useTranslations('profile.signIn')
  const { errorOf, enteredIn, ...form } = useAccessForm(saveSignInNames, {
    confirmBy,
    repeatable: true,
    doneHref: yourAccountPath,
  })
  const emailHint = { now: undefined, proof: t('emailProof'), approval: t('approval') }[steps.email]
  const usernameHint = steps.username === 'approval' ? `${t('usernameHint')} ${t('approval')}` : t('usernameHint')
  return (
    <PortalForm
      titled
      form={{ ...form, errorOf }}
      submit={<SubmitButton variant="secondary">{t('submit')}</SubmitButton>}
    >
      <TextField
        label={t('username')}
        hint={usernameHint}
        name="username"
        defaultValue={enteredIn('username') ?? username}
        error={errorOf('username', { taken: t('taken') }, fieldLengths.username)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label={t('email')}
        hint={emailHint}
        name="email"
        type="email"
        defaultValue={enteredIn('email') ?? email}
        error={errorOf('email', { taken: t('taken'), malformed: t('emailMalformed') }, fieldLengths.email)}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
    </PortalForm>
  )
}
