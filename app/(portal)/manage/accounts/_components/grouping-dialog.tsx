'use client'

import { useEffect, useEffectEvent } from 'react'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { addGroupHref } from '#app/(portal)/_urls/groups-url.ts'
import type { BulkState } from '#app/(portal)/manage/accounts/submit-bulk.ts'
import type { Grouping } from '#app/(portal)/manage/accounts/submit-grouping.ts'
import type { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { pickName } from '#components/ui/bulk-form.tsx'
import { RadioGroup } from '#components/ui/choice.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { FormActions } from '#components/ui/form.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Select } from '#components/ui/select.tsx'
import { showToast } from '#components/ui/toast.tsx'

type Props = Readonly<{
  grouping: Grouping
  form: ReturnType<typeof useForm<BulkState>>
  /** The fields of the bar, which name the list. */
  fields: Readonly<Record<string, string>>
  closeHref: string
  onClose: () => void
}>

/** Adds the selected accounts, or all that the list's search and filters find, to a group, or removes them. */
export function GroupingDialog({ grouping, form, fields, closeHref, onClose }: Props) {
  const t = useTranslations('accountGroups.change')
  const { change, ids, groups, chosen } = grouping
  if (groups.length === 0) return <NoGroups closeHref={closeHref} onClose={onClose} />
  return (
    <FormDialog
      form={form}
      title={t(change === 'added' ? 'addTitle' : 'removeTitle', { count: ids.length })}
      description={t(change === 'added' ? 'addWhy' : 'removeWhy')}
      closeHref={closeHref}
      onClose={onClose}
      fields={{ ...fields, verb: change }}
      submitLabel={t(change === 'added' ? 'add' : 'remove')}
      danger={change === 'removed'}
    >
      {ids.map((id) => (
        <input key={id} type="hidden" name={pickName} value={id} />
      ))}
      {fields.ownGroup === undefined ? (
        <Select
          label={t('group')}
          name="groupId"
          options={[{ value: '', label: t('choose') }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
          defaultValue={chosen.groupId}
          error={form.errorOf('groupId', { required: t('required') })}
        />
      ) : (
        <input type="hidden" name="groupId" value={fields.ownGroup} />
      )}
      <Scope grouping={grouping} />
    </FormDialog>
  )
}

/** Asks only if the list has more accounts than the selected ones. */
function Scope({ grouping: { ids, found, chosen } }: Readonly<{ grouping: Grouping }>) {
  const t = useTranslations('accountGroups.change')
  if (found.isExact && found.count <= ids.length) return null
  return (
    <RadioGroup
      legend={t('which')}
      name="scope"
      defaultValue={chosen.scope}
      choices={[
        { value: 'picked', label: t('picked', { count: ids.length }) },
        { value: 'found', label: t(found.isExact ? 'found' : 'foundAtLeast', { count: found.count }) },
      ]}
    />
  )
}

function NoGroups({ closeHref, onClose }: Pick<Props, 'closeHref' | 'onClose'>) {
  const t = useTranslations('accountGroups')
  return (
    <Dialog title={t('none.title')} description={t('none.why')} closeHref={closeHref} onClose={onClose}>
      <FormActions>
        <LinkButton href={addGroupHref} variant="primary">
          {t('add')}
        </LinkButton>
      </FormActions>
    </Dialog>
  )
}

/** The sentence that reports a change of a group. */
export function useGroupedSentence(): (grouped: NonNullable<BulkState['grouped']>) => string {
  const t = useTranslations('accountGroups.change')
  return ({ change, changed }) => t(change, { count: changed })
}

/** Reports a change of a group once. */
export function useGroupedReport(grouped: BulkState['grouped']): void {
  const sentenceOf = useGroupedSentence()
  const report = useEffectEvent((done: NonNullable<BulkState['grouped']>) => showToast({ text: sentenceOf(done) }))
  useEffect(() => {
    if (grouped) report(grouped)
  }, [grouped])
}
