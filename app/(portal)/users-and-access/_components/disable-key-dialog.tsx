'use client'

import { type ReactNode, useEffect } from 'react'
import { useTranslations } from '../../../../components/messages.tsx'
import { showToast } from '../../../../components/ui/toast.tsx'
import { FormDialog } from '../../_forms/portal-form.tsx'
import { disableKeyAction, undoDisableKey } from '../actions.ts'
import styles from './dialogs.module.css'
import { useAccessForm } from './use-access-form.ts'

type Props = Readonly<{
  name: string
  fields: Readonly<{ keyId: string; listState: string }>
  closeHref: string
  /** What will stop working, as sentences. */
  children: ReactNode
}>

/** Disables a key and reports it in a toast with Undo. */
export function DisableKeyDialog({ name, fields, closeHref, children }: Props) {
  const t = useTranslations('usersAndAccess.disableKey')
  const form = useAccessForm(disableKeyAction, { askPassword: false, doneHref: closeHref })
  const isDone = form.state.result?.ok === true
  const { keyId } = fields
  const text = t('done', { name })
  useEffect(() => {
    if (isDone) showToast({ text, undo: { action: undoDisableKey, fields: { keyId } } })
  }, [isDone, text, keyId])
  return (
    <FormDialog
      form={form}
      title={t('title', { name })}
      submitLabel={t('submit')}
      danger
      closeHref={closeHref}
      fields={fields}
    >
      <div className={styles.consequences}>{children}</div>
    </FormDialog>
  )
}
