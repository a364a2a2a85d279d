'use client'

import { Fragment } from 'react'
import { newPasswordLength } from '#lib/passwords/password-length.ts'
import { useForm } from '../../../components/connection/use-form.ts'
import { useTranslations } from '../../../components/messages.tsx'
import { Form } from '../../../components/ui/form.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { PasswordField } from '../../../components/ui/password-field.tsx'
import { changePassword } from './actions.ts'

export function ChangePasswordForm({ username }: Readonly<{ username: string }>) {
  const t = useTranslations('security.password')
  const { state, result, action, problem, errorOf } = useForm(
    changePassword,
    {},
    { unknownOutcome: t('unknownOutcome') },
  )
  const changed = state.result?.ok ? state.result.value.changedAt : undefined
  return (
    <Form action={action} problem={problem} submitLabel={t('submit')}>
      {result?.ok && (
        <Notice tone="success" title={t('changed')}>
          {t('alsoSignedOut', { count: result.value.endedSessions })}
        </Notice>
      )}
      {/* Tells password managers which user this is. */}
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      {/* Clears the fields on success; a form otherwise keeps its values. */}
      <Fragment key={changed}>
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
    </Form>
  )
}
