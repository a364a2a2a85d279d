'use client'

import { maxKeyNameLength, maxKeyNoteLength } from '#lib/api-keys/key-filter.ts'
import { useTranslations } from '../../../../components/messages.tsx'
import { TextArea, TextField } from '../../../../components/ui/text-field.tsx'
import { FormDialog } from '../../_forms/portal-form.tsx'
import { updateKeyAction } from '../actions.ts'
import { useAccessForm } from './use-access-form.ts'

type Props = Readonly<{
  apiKey: Readonly<{ name: string; note: string | null }>
  fields: Readonly<Record<string, string>>
  closeHref: string
}>

/** Changes a key's name and note. */
export function EditKeyDialog({ apiKey: { name, note }, fields, closeHref }: Props) {
  const t = useTranslations('usersAndAccess')
  const form = useAccessForm(updateKeyAction, { askPassword: false, doneHref: closeHref, repeatable: true })
  const { enteredIn, errorOf, entriesOf } = form
  const [owner = ''] = entriesOf('name')
  const sameName = t('editKey.sameName', { owner })
  return (
    <FormDialog
      form={form}
      title={t('editKey.title', { name })}
      closeHref={closeHref}
      submitLabel={t('editKey.submit')}
      fields={fields}
    >
      <TextField
        label={t('newKey.name')}
        hint={t('newKey.nameHint')}
        name="name"
        defaultValue={enteredIn('name') ?? name}
        error={errorOf('name', { same_name: sameName }, { min: 1, max: maxKeyNameLength })}
      />
      <TextArea
        label={t('editKey.note')}
        hint={t('editKey.noteHint')}
        name="note"
        rows={3}
        defaultValue={enteredIn('note') ?? note ?? ''}
        error={errorOf('note', {}, { min: 0, max: maxKeyNoteLength })}
      />
    </FormDialog>
  )
}
