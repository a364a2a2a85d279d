'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from '../../../../components/messages.tsx'
import { TextField } from '../../../../components/ui/text-field.tsx'
import { FormDialog } from '../../_forms/portal-form.tsx'
import { revokeKeyAction } from '../actions.ts'
import styles from './dialogs.module.css'
import { useAccessForm } from './use-access-form.ts'

type Props = Readonly<{
  name: string
  /** A key in use asks for its name. */
  isUsed: boolean
  fields: Readonly<Record<string, string>>
  closeHref: string
  /** What will stop working, as sentences. */
  children: ReactNode
}>

/** Revokes a key; one in use after the user has typed its name. Without scripts only the server compares it. */
export function RevokeKeyDialog({ name, isUsed, fields, closeHref, children }: Props) {
  const t = useTranslations('usersAndAccess.revokeKey')
  const wish = useTranslations('widgets')('typeToConfirm', { phrase: name })
  const { action, problem, errorOf } = useAccessForm(revokeKeyAction, { askPassword: false, doneHref: closeHref })
  const [mistyped, setMistyped] = useState(false)
  const refused = errorOf('confirmation', { mismatch: t('mistyped', { name }) })
  // Used for the first time since the dialog opened: the server asks for the name.
  const asks = isUsed || refused !== undefined

  function check(event: FormEvent<HTMLFormElement>) {
    if (!asks) return
    const typed = new FormData(event.currentTarget).get('confirmation')
    const wrong = typeof typed !== 'string' || typed.trim() !== name.trim()
    setMistyped(wrong)
    if (!wrong) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>('[name="confirmation"]')?.focus()
  }

  return (
    <FormDialog
      form={{ action, problem, errorOf }}
      onSubmit={check}
      title={t('title', { name })}
      submitLabel={t('submit')}
      danger
      closeHref={closeHref}
      fields={fields}
    >
      <div className={styles.consequences}>{children}</div>
      {asks && <TextField label={wish} name="confirmation" error={mistyped ? wish : refused} mono />}
    </FormDialog>
  )
}
