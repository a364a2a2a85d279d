'use client'

import { useTranslations } from '#components/messages.tsx'
import { RadioGroup } from '#components/ui/choice.tsx'
import { Select } from '#components/ui/select.tsx'
import type { BulkForm } from './bulk-dialog.tsx'
import type { BulkSummary } from './bulk-state.ts'

type Props = Readonly<{ form: BulkForm; summary: BulkSummary }>

/** The group to change, and which accounts, where there is a choice. */
export function GroupFields({ form, summary: { groups, scopes } }: Props) {
  const t = useTranslations('accountGroups.change')
  const enteredIn = (name: string) => form.state.entered.find(([field]) => field === name)?.[1]
  return (
    <>
      {groups && (
        <Select
          label={t('group')}
          name="groupId"
          options={[{ value: '', label: t('choose') }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
          defaultValue={enteredIn('groupId')}
          error={form.errorOf('groupId', { required: t('required') })}
        />
      )}
      {scopes && (
        <RadioGroup legend={t('which')} name="scope" defaultValue={enteredIn('scope') ?? 'picked'} choices={scopes} />
      )}
    </>
  )
}
