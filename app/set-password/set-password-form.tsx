'use client'

import { newPasswordLength } from '#lib/passwords/password-length.ts'
import { useFormAction } from '../../components/connection/use-form-action.ts'
import { useTranslations } from '../../components/messages.tsx'
import { SubmitButton } from '../../components/ui/button.tsx'
import { Form, FormActions } from '../../components/ui/form.tsx'
import { PasswordField } from '../../components/ui/password-field.tsx'
import { TextField } from '../../components/ui/text-field.tsx'
import { useRefusal } from '../../components/use-refusal.ts'
import { setPassword } from './actions.ts'

export function SetPasswordForm({ token, username }: Readonly<{ token: string; username: string }>) {
  const t = useTranslations('signIn')
  const [{ result }, action, outage] = useFormAction(setPassword, {})
  const { problem, errorOf } = useRefusal(result, outage)
  return (
    <Form action={action} problem={problem}>
      <input type="hidden" name="token" value={token} />
      {/* For password managers. The link alone identifies the user. */}
      <TextField label={t('setPassword.username')} value={username} autoComplete="username" readOnly />
      <PasswordField
        label={t('setPassword.newPassword')}
        hint={t('newPasswordHint')}
        name="password"
        error={errorOf('password', {}, newPasswordLength)}
        autoComplete="new-password"
        autoFocus
      />
      <FormActions>
        <SubmitButton>{t('setPassword.submit')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
