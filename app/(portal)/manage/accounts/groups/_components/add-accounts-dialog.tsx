'use client'

import { AccountPicker } from '#app/(portal)/_chips/account-picker.tsx'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { addAccountsAction } from '#app/(portal)/manage/accounts/groups/actions.ts'
import { useFileProblem } from '#app/(portal)/manage/accounts/import/_components/use-file-problem.ts'
import { useTranslations } from '#components/messages.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { FileField } from '#components/ui/file-field.tsx'
import { FormActions } from '#components/ui/form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { maxEnteredAccounts } from '#lib/domain/accounts/account-groups/account-group.ts'
import type { AccountsAdded } from '#lib/domain/accounts/account-groups/add-accounts-by-file.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import styles from './groups.module.css'

type Props = Readonly<{ group: Readonly<{ id: string; name: string }>; closeHref: string; confirmBy: ConfirmBy }>

/** Adds accounts by their IDs, entered or in a file, and then says which IDs are unknown. */
export function AddAccountsDialog({ group, closeHref, confirmBy }: Props) {
  const t = useTranslations('accountGroups.addAccounts')
  const widgets = useTranslations('widgets')
  const form = useAccessForm(addAccountsAction, { confirmBy, repeatable: true })
  const { done, errorOf, result } = form
  const tooMany = t('idsMany', { max: maxEnteredAccounts })
  const fileProblem = useFileProblem(result, { own: { column_missing: t('columnMissing') } })
  if (done) return <Added name={group.name} closeHref={closeHref} added={done} />
  return (
    <FormDialog
      form={form}
      title={t('title', { name: group.name })}
      closeHref={closeHref}
      size="medium"
      fields={{ groupId: group.id }}
      submitLabel={t('submit')}
    >
      <AccountPicker
        label={t('ids')}
        note={widgets('optional')}
        hint={t('idsHint', { max: maxEnteredAccounts })}
        name="ids"
        defaultValue={form.enteredIn('ids')}
        refused={[]}
        error={errorOf('ids', { required: t('required'), not_allowed: t('required'), too_many: tooMany })}
        unknownWords={(ids) => t('idsUnknown', { count: ids.length, ids: ids.slice(0, 10).join(', ') })}
        max={maxEnteredAccounts}
        tooMany={tooMany}
      />
      <FileField
        label={t('file')}
        note={widgets('optional')}
        hint={t('fileHint')}
        name="file"
        accept=".csv,.txt,text/csv,text/plain"
        error={fileProblem}
      />
    </FormDialog>
  )
}

type AddedProps = Readonly<{ name: string; closeHref: string; added: AccountsAdded }>

function Added({ name, closeHref, added: { added, unknown, unknownCount } }: AddedProps) {
  const t = useTranslations('accountGroups.addAccounts')
  const more = unknownCount - unknown.length
  return (
    <Dialog title={t('title', { name })} size="medium" closeHref={closeHref}>
      <div className="lk-form">
        <Notice tone="success">{t('added', { count: added })}</Notice>
        {unknownCount > 0 && (
          <Notice tone="warning" title={t('unknown', { count: unknownCount })}>
            <ul className={styles.unknown}>
              {unknown.map(({ line, id }) => (
                <li key={line}>{t('line', { line, id })}</li>
              ))}
              {more > 0 && <li>{t('more', { count: more })}</li>}
            </ul>
          </Notice>
        )}
        <FormActions>
          <a className="lk-button" data-variant="primary" href={closeHref}>
            {t('done')}
          </a>
        </FormActions>
      </div>
    </Dialog>
  )
}
