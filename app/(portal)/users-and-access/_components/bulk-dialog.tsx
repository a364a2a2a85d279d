'use client'

import { AccountPicker } from '#app/(portal)/_chips/account-picker.tsx'
import styles from '#app/(portal)/_forms/dialogs.module.css'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import type { BulkState } from '#app/(portal)/users-and-access/submit-bulk.ts'
import { useTranslations } from '#components/messages.tsx'
import { Checkbox, CheckboxGroup } from '#components/ui/choice.tsx'
import { Dialog, DialogCancel } from '#components/ui/dialog.tsx'
import { FormActions } from '#components/ui/form.tsx'
import type { BulkVerb } from '#lib/domain/people/user-lifecycle/bulk-users.ts'
import { maxBulkAccess } from '#lib/domain/people/users/limits.ts'
import { type BulkStepForm, LeftOutUsers } from './bulk-step.tsx'

type Props = Readonly<{
  form: BulkStepForm
  summary: NonNullable<BulkState['summary']>
  closeHref: string
  onClose: () => void
}>

/** Says how many users change, whom the change leaves out and why, and asks which access to give or take. */
export function BulkDialog({ form, summary, closeHref, onClose }: Props) {
  const t = useTranslations('usersAndAccess.bulk')
  const { verb, selected, count, keys, leftOut } = summary
  const title = t(`title.${verb}`, { count })
  const omitted = <LeftOutUsers verb={verb} leftOut={leftOut} />
  if (count === 0) {
    return (
      <Dialog title={title} closeHref={closeHref} onClose={onClose}>
        <div className={styles.consequences}>{omitted}</div>
        <FormActions>
          <DialogCancel closeHref={closeHref} />
        </FormActions>
      </Dialog>
    )
  }
  return (
    <FormDialog
      form={form}
      title={title}
      description={t(`why.${verb}`)}
      closeHref={closeHref}
      onClose={onClose}
      fields={{ confirmed: '1', verb, pick: selected }}
      submitLabel={t(`submit.${verb}`, { count })}
      danger={verb === 'deactivate' || verb === 'take'}
    >
      <div className={styles.consequences}>
        {verb === 'deactivate' && <p>{t('keys', { count: keys })}</p>}
        {omitted}
      </div>
      {isAccess(verb) && <AccessFields form={form} verb={verb} groups={summary.groups} />}
    </FormDialog>
  )
}

type FieldsProps = Readonly<{ form: BulkStepForm; verb: 'give' | 'take'; groups: Props['summary']['groups'] }>

function AccessFields({ form, verb, groups }: FieldsProps) {
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
      {verb === 'take' && <Checkbox name="everything" value="1" label={t('everything')} hint={t('everythingHint')} />}
    </>
  )
}

function isAccess(verb: BulkVerb): verb is 'give' | 'take' {
  return verb === 'give' || verb === 'take'
}
