'use client'

import { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { Form } from '#components/ui/form.tsx'
import { PasswordField } from '#components/ui/password-field.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { PasswordLength } from '#lib/domain/people/passwords/password-length.ts'
import { setPasswordAction } from './actions.ts'

type Props = Readonly<{ token: string; username: string; length: PasswordLength }>

export function SetPasswordForm({ token, username, length }: Props) {
  const t = useTranslations('signIn')
  const { action, problem, errorOf } = useForm(setPasswordAction, {})
  return (
    <Form action={action} problem={problem} submitLabel={t('setPassword.submit')}>
      <input type="hidden" name="token" value={token} />
      {/* For password managers. The link identifies the user. */}
      <TextField label={t('setPassword.username')} value={username} autoComplete="username" readOnly />
      <PasswordField
        label={t('setPassword.newPassword')}
        hint={t('newPasswordHint', length)}
        name="password"
        error={errorOf('password', {}, length)}
        autoComplete="new-password"
        autoFocus
      />
    </Form>
  )
}
