'use client'

import type { ReactNode } from 'react'
import { SubmitButton } from '../../../../components/ui/button.tsx'
import type { FormAction, FormState } from '../form-state.ts'
import { AccessFormDialog } from './access-form-dialog.tsx'
import { useAccessForm } from './use-access-form.ts'
import styles from './users-and-access.module.css'

type Props = Readonly<{
  action: FormAction<FormState>
  /** The form's subject and the list state to return to. */
  fields: Readonly<Record<string, string>>
  askPassword?: boolean
  closeHref: string
  title: string
  submitLabel: string
  danger?: boolean
  /** What will happen, as sentences. */
  children: ReactNode
}>

/** Says what will happen; its button names the action. */
export function ConfirmFormDialog({ action, fields, askPassword = false, children, ...texts }: Props) {
  const form = useAccessForm(action, { askPassword, doneHref: texts.closeHref })
  return (
    <AccessFormDialog
      form={form}
      title={texts.title}
      closeHref={texts.closeHref}
      submit={<SubmitButton variant={texts.danger ? 'danger' : 'primary'}>{texts.submitLabel}</SubmitButton>}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={styles.consequences}>{children}</div>
    </AccessFormDialog>
  )
}
