'use client'

import type { ComponentProps } from 'react'
import type { FormAction, FormState } from '../form-state.ts'
import { AccessFormDialog } from './access-form-dialog.tsx'
import { useAccessForm } from './use-access-form.ts'
import styles from './users-and-access.module.css'

type Props = Omit<ComponentProps<typeof AccessFormDialog>, 'form'> &
  Readonly<{ action: FormAction<FormState>; askPassword?: boolean }>

/** Says in sentences what will happen; its button names the action. */
export function ConfirmFormDialog({ action, askPassword = false, children, ...dialog }: Props) {
  const form = useAccessForm(action, { askPassword, doneHref: dialog.closeHref })
  return (
    <AccessFormDialog form={form} {...dialog}>
      <div className={styles.consequences}>{children}</div>
    </AccessFormDialog>
  )
}
