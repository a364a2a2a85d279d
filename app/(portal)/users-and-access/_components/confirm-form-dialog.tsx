'use client'

import type { ReactNode } from 'react'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { DialogCancel } from '../../../../components/ui/dialog-cancel.tsx'
import { Form } from '../../../../components/ui/form.tsx'
import { FormActions } from '../../../../components/ui/form-actions.tsx'
import { SubmitButton } from '../../../../components/ui/submit-button.tsx'
import type { FormAction, FormState } from '../form-state.ts'
import { PasswordAgain } from './password-again.tsx'
import { useAccessForm } from './use-access-form.ts'
import styles from './users-and-access.module.css'

type Props = Readonly<{
  action: FormAction<FormState>
  /** What the form is about, and the place to come back to. */
  fields: Readonly<Record<string, string>>
  askPassword?: boolean
  closeHref: string
  title: string
  submitLabel: string
  danger?: boolean
  /** What will happen, in sentences. */
  children: ReactNode
}>

/** A step that says what it will do, names it on its button, and asks for nothing else but perhaps the password. */
export function ConfirmFormDialog({ action, fields, askPassword = false, children, ...texts }: Props) {
  const { state, formAction, problem, errorOf } = useAccessForm(action, { askPassword, doneHref: texts.closeHref })
  return (
    <Dialog title={texts.title} closeHref={texts.closeHref}>
      <Form action={formAction} problem={problem}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={styles.consequences}>{children}</div>
        <PasswordAgain asked={askPassword && state.askPassword} error={errorOf('password')} />
        <FormActions>
          <SubmitButton variant={texts.danger ? 'danger' : 'primary'}>{texts.submitLabel}</SubmitButton>
          <DialogCancel closeHref={texts.closeHref} />
        </FormActions>
      </Form>
    </Dialog>
  )
}
