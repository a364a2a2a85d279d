'use client'

import { AccountPicker } from '#app/(portal)/_chips/account-picker.tsx'
import { useTranslations } from '#components/messages.tsx'
import { Checkbox, CheckboxGroup } from '#components/ui/choice.tsx'
import { maxBulkAccess } from '#lib/domain/people/users/limits.ts'
import type { BulkForm } from './bulk-dialog.tsx'
import type { BulkSummary } from './bulk-state.ts'

type Props = Readonly<{ form: BulkForm; summary: BulkSummary }>

/** Which accounts and account groups to give or take. */
export function AccessFields({ form, summary: { access, groups = [] } }: Props) {
  const t = useTranslations('usersAndAccess.bulk')
  const { entered } = form.state
  const enteredIn = (name: string) => entered.filter(([field]) => field === name).map(([, value]) => value)
  const unknown = form.entriesOf('accountIds')
  const unknownWords = (ids: readonly string[]) =>
    t('accountsUnknown', { count: ids.length, ids: ids.slice(0, 10).join(', ') })
  const tooMany = t('accountsMany', { max: maxBulkAccess })
  const accountsError = form.errorOf('accountIds', {
    required: t('accountsNone'),
    too_many: tooMany,
    unknown: unknownWords(unknown),
  })
  return (
    <>
      <AccountPicker
        label={t('accounts')}
        hint={t('accountsHint', { max: maxBulkAccess })}
        defaultValue={enteredIn('accountIds')[0]}
        refused={unknown}
        error={accountsError}
        unknownWords={unknownWords}
        max={maxBulkAccess}
        tooMany={tooMany}
      />
      {groups.length > 0 && (
        <CheckboxGroup
          legend={t('groups')}
          name="groupIds"
          choices={groups.map(({ id, name }) => ({ value: id, label: name }))}
          defaultValues={enteredIn('groupIds')}
          error={form.errorOf('groupIds', { unknown: t('groupGone') })}
        />
      )}
      {access === 'take' && <Checkbox name="everything" value="1" label={t('everything')} hint={t('everythingHint')} />}
    </>
  )
}
