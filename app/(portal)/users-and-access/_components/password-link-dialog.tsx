'use client'

import { useTranslations } from '../../../../components/messages.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { makePasswordLinkAction } from '../actions.ts'
import { AccessFormDialog } from './access-form-dialog.tsx'
import { PasswordLinkPanel } from './password-link-panel.tsx'
import { useAccessForm } from './use-access-form.ts'

type Props = Readonly<{
  user: Readonly<{ id: string; name: string; hasPassword: boolean }>
  closeHref: string
  askPassword: boolean
}>

/** Creates a new one-time link for a user without a password or with a forgotten one. */
export function PasswordLinkDialog({ user, closeHref, askPassword }: Props) {
  const t = useTranslations('usersAndAccess.passwordLink')
  const form = useAccessForm(makePasswordLinkAction, { askPassword })
  const { name } = user
  if (form.done) {
    return (
      <Dialog title={t('made', { name })} dismissable={false} size="medium">
        <PasswordLinkPanel link={form.done} name={name} doneHref={closeHref} />
      </Dialog>
    )
  }
  return (
    <AccessFormDialog
      form={form}
      title={t('title', { name })}
      closeHref={closeHref}
      size="medium"
      fields={{ userId: user.id }}
      submitLabel={t('submit')}
    >
      <p>{t(user.hasPassword ? 'explain' : 'explainFirst', { name })}</p>
    </AccessFormDialog>
  )
}
