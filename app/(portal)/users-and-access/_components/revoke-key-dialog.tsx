'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '../../../../components/messages.tsx'
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx'
import { revokeKeyAction } from '../actions.ts'
import { useAccessForm } from './use-access-form.ts'
import styles from './users-and-access.module.css'

type Props = Readonly<{
  apiKey: Readonly<{ id: string; name: string }>
  listState: string
  closeHref: string
  /** What will stop working, as sentences. */
  children: ReactNode
}>

/** Revokes a key after the user has typed its name. */
export function RevokeKeyDialog({ apiKey, listState, closeHref, children }: Props) {
  const t = useTranslations('usersAndAccess.revokeKey')
  const { formAction, problem, errorOf } = useAccessForm(revokeKeyAction, { askPassword: false, doneHref: closeHref })
  const { id, name } = apiKey
  return (
    <ConfirmDialog
      title={t('title', { name })}
      phrase={name}
      confirmLabel={t('submit')}
      closeHref={closeHref}
      fields={{ keyId: id, listState }}
      action={formAction}
      problem={problem}
      phraseError={errorOf('confirmation', { mismatch: t('mistyped', { name }) })}
    >
      <div className={styles.consequences}>{children}</div>
    </ConfirmDialog>
  )
}
