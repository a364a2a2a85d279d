'use client'

import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import styles from './dialogs.module.css'
import type { FormAction, FormState } from './form-state.ts'
import { FormDialog, type FormDialogProps } from './portal-form.tsx'
import { useAccessForm } from './use-access-form.ts'

type Props = Omit<FormDialogProps, 'form'> &
  Readonly<{
    action: FormAction<FormState>
    confirmBy?: ConfirmBy
    /** See `useForm`. */
    repeatable?: boolean
  }>

/** Says in sentences what will happen; its button names the action. */
export function ConfirmFormDialog({ action, confirmBy = false, repeatable = false, children, ...dialog }: Props) {
  const form = useAccessForm(action, { confirmBy, repeatable, doneHref: dialog.doneHref ?? dialog.closeHref })
  return (
    <FormDialog form={form} {...dialog}>
      <div className={styles.consequences}>{children}</div>
    </FormDialog>
  )
}
