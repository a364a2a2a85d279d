'use client'

import { fieldLengths } from '#lib/field-lengths.ts'
import type { ConfirmBy } from '#lib/portal-sessions/confirm-identity.ts'
import { useTranslations } from '../../../components/messages.tsx'
import { SubmitButton } from '../../../components/ui/button.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { TextField } from '../../../components/ui/text-field.tsx'
import { PortalForm } from '../_forms/portal-form.tsx'
import { useAccessForm } from '../users-and-access/_components/use-access-form.ts'
import { saveSignInNames } from './actions.ts'

type Props = Readonly<{ username: string; email: string; confirmBy: ConfirmBy }>

export function SignInNamesForm({ username, email, confirmBy }: Props) {
  const t = useTranslations('profile.signIn')
  const { errorOf, enteredIn, ...form } = useAccessForm(saveSignInNames, { confirmBy, repeatable: true })
  const isSaved = form.result?.ok
  return (
    <PortalForm
      titled
      form={{ ...form, errorOf }}
      submit={<SubmitButton variant="secondary">{t('submit')}</SubmitButton>}
    >
      {isSaved && <Notice tone="success">{t('saved', { username, email })}</Notice>}
      <TextField
        label={t('username')}
        hint={t('usernameHint')}
        name="username"
        defaultValue={enteredIn('username') ?? username}
        error={errorOf('username', { taken: t('taken') }, fieldLengths.username)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label={t('email')}
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
