'use client'

import { Fragment } from 'react'
import { newPasswordLength } from '#lib/passwords/password-length.ts'
import { useFormAction } from '../../../components/connection/use-form-action.ts'
import { useTranslations } from '../../../components/messages.tsx'
import { SubmitButton } from '../../../components/ui/button.tsx'
import { Form, FormActions } from '../../../components/ui/form.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { PasswordField } from '../../../components/ui/password-field.tsx'
import { useRefusal } from '../../../components/use-refusal.ts'
import { changePassword } from './actions.ts'

export function ChangePasswordForm({ username }: Readonly<{ username: string }>) {
  const t = useTranslations('security.password')
  const [result, action, outage] = useFormAction(changePassword, undefined, { unknownOutcome: t('unknownOutcome') })
  const { problem, errorOf } = useRefusal(result, outage)
  return (
    <Form action={action} problem={problem}>
      {result?.ok && (
        <Notice tone="success" title={t('changed')}>
          {t('alsoSignedOut', { count: result.value.endedSessions })}
        </Notice>
      )}
      {/* Tells password managers which user this is. */}
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      {/* Clears the fields on success; a form otherwise keeps its values. */}
      <Fragment key={result?.ok ? result.value.changedAt : undefined}>
        <PasswordField
          label={t('current')}
          name="currentPassword"
          error={errorOf('currentPassword', { wrong: t('wrong') })}
          autoComplete="current-password"
        />
        <PasswordField
          label={t('new')}
          hint={t('newHint')}
          name="newPassword"
          error={errorOf('newPassword', {}, newPasswordLength)}
          autoComplete="new-password"
        />
      </Fragment>
      <FormActions>
        <SubmitButton>{t('submit')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
