'use client'

import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import styles from '#app/(portal)/_forms/dialogs.module.css'
import { OptionalTexts } from '#app/(portal)/_forms/optional-texts.tsx'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { changeKeyAction, undoDisableKey } from '#app/(portal)/users-and-access/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { keyNameLengths } from '#lib/domain/keys/api-keys/field-limits.ts'
import { type KeyText, keyTextLengths } from '#lib/domain/keys/api-keys/key-filter.ts'

type EditProps = Readonly<{
  apiKey: Pick<ApiKey, 'name' | KeyText>
  fields: Readonly<Record<string, string>>
  closeHref: string
}>

/** Changes a key's name and texts. */
export function EditKeyDialog({ apiKey, fields, closeHref }: EditProps) {
  const t = useTranslations('usersAndAccess')
  const form = useAccessForm(changeKeyAction, { confirmBy: false, doneHref: closeHref, repeatable: true })
  const { enteredIn, errorOf, entriesOf } = form
  const [owner = ''] = entriesOf('name')
  const sameName = t('editKey.sameName', { owner })
  return (
    <FormDialog
      form={form}
      title={t('editKey.title', { name: apiKey.name })}
      closeHref={closeHref}
      submitLabel={t('editKey.submit')}
      fields={fields}
    >
      <TextField
        label={t('newKey.name')}
        hint={t('newKey.nameHint')}
        name="name"
        defaultValue={enteredIn('name') ?? apiKey.name}
        error={errorOf('name', { same_name: sameName }, keyNameLengths)}
      />
      <OptionalTexts
        form={form}
        lengths={keyTextLengths}
        wordsOf={(field) => ({ label: t(`keyTexts.${field}.label`), hint: t(`keyTexts.${field}.hint`) })}
        before={apiKey}
        rows={3}
      />
    </FormDialog>
  )
}

type DisableProps = Readonly<{
  name: string
  fields: Readonly<{ do: string; id: string }>
  closeHref: string
  /** What will stop working, as sentences. */
  children: ReactNode
}>

/** Disables a key and reports it in a toast with Undo. */
export function DisableKeyDialog({ name, fields, closeHref, children }: DisableProps) {
  const t = useTranslations('usersAndAccess.disableKey')
  const form = useAccessForm(changeKeyAction, { confirmBy: false, doneHref: closeHref })
  const isDone = form.state.result?.ok === true
  const { id } = fields
  const text = t('done', { name })
  useEffect(() => {
    if (isDone) showToast({ text, undo: { action: undoDisableKey, fields: { id } } })
  }, [isDone, text, id])
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

type RevokeProps = Readonly<{
  name: string
  /** A key in use asks for its name. */
  isUsed: boolean
  fields: Readonly<Record<string, string>>
  closeHref: string
  /** What will stop working, as sentences. */
  children: ReactNode
}>

/** Revokes a key; one in use after the user has typed its name. Without scripts only the server compares it. */
export function RevokeKeyDialog({ name, isUsed, fields, closeHref, children }: RevokeProps) {
  const t = useTranslations('usersAndAccess.revokeKey')
  const wish = useTranslations('widgets')('typeToConfirm', { phrase: name })
  const { action, stop, problem, errorOf } = useAccessForm(changeKeyAction, { confirmBy: false, doneHref: closeHref })
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
      form={{ action, stop, problem, errorOf }}
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
