'use client'

import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { changePasswordAction } from '#app/(portal)/your-account/actions.ts'
import { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { FormActions } from '#components/ui/form.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PasswordField } from '#components/ui/password-field.tsx'
import type { PasswordLength } from '#lib/domain/people/passwords/password-length.ts'

type Props = Readonly<{ username: string; length: PasswordLength; closeHref: string }>

export function PasswordDialog({ username, length, closeHref }: Props) {
  const t = useTranslations('security.password')
  const widgets = useTranslations('widgets')
  const form = useForm(changePasswordAction, {}, { unknownOutcome: t('unknownOutcome') })
  const { result, errorOf } = form
  if (result?.ok) {
    return (
      <Dialog title={t('title')} closeHref={closeHref}>
        <Notice tone="success" title={t('changed')}>
          {t('alsoSignedOut', { count: result.value.endedSessions })}
        </Notice>
        <FormActions>
          <LinkButton href={closeHref} inPlace>
            {widgets('close')}
          </LinkButton>
        </FormActions>
      </Dialog>
    )
  }
  return (
    <FormDialog form={form} title={t('submit')} description={t('why')} closeHref={closeHref} submitLabel={t('submit')}>
      {/* Tells password managers which user this is. */}
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      <PasswordField
        label={t('current')}
        name="currentPassword"
        error={errorOf('currentPassword', { wrong: t('wrong') })}
        autoComplete="current-password"
      />
      <PasswordField
        label={t('new')}
        hint={t('newHint', length)}
        name="newPassword"
        error={errorOf('newPassword', {}, length)}
        autoComplete="new-password"
      />
    </FormDialog>
  )
}
