'use client'

import { Dialog } from '../../../../components/ui/dialog.tsx'
import { DialogCancel } from '../../../../components/ui/dialog-cancel.tsx'
import { Form } from '../../../../components/ui/form.tsx'
import { FormActions } from '../../../../components/ui/form-actions.tsx'
import { SubmitButton } from '../../../../components/ui/submit-button.tsx'
import { useTranslations } from '../../../../components/words.tsx'
import { makePasswordLinkAction } from '../actions.ts'
import { PasswordAgain } from './password-again.tsx'
import { PasswordLinkPanel } from './password-link-panel.tsx'
import { useAccessForm } from './use-access-form.ts'

type Props = Readonly<{
  user: Readonly<{ id: string; name: string; hasPassword: boolean }>
  closeHref: string
  askPassword: boolean
}>

/** Makes a new one-time link for somebody who has no password yet or forgot it. */
export function PasswordLinkDialog({ user, closeHref, askPassword }: Props) {
  const t = useTranslations('usersAndAccess.passwordLink')
  const { state, formAction, problem, errorOf, done } = useAccessForm(makePasswordLinkAction, { askPassword })
  const { name } = user
  if (done) {
    return (
      <Dialog title={t('made', { name })} dismissable={false} size="medium">
        <PasswordLinkPanel link={done} name={name} doneHref={closeHref} />
      </Dialog>
    )
  }
  return (
    <Dialog title={t('title', { name })} closeHref={closeHref} size="medium">
      <Form action={formAction} problem={problem}>
        <input type="hidden" name="userId" value={user.id} />
        <p>{t(user.hasPassword ? 'explain' : 'explainFirst', { name })}</p>
        <PasswordAgain asked={state.askPassword} error={errorOf('password')} />
        <FormActions>
          <SubmitButton>{t('submit')}</SubmitButton>
          <DialogCancel closeHref={closeHref} />
        </FormActions>
      </Form>
    </Dialog>
  )
}
