'use client'

import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { encodeAccountsState, type ListState, manageAccountsHref } from '#app/(portal)/_urls/accounts-url.ts'
import { changeSelected, undoSelected } from '#app/(portal)/manage/accounts/actions.ts'
import type { BulkState } from '#app/(portal)/manage/accounts/submit-bulk.ts'
import { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { BulkList } from '#components/ui/bulk-bar.tsx'
import { pickName } from '#components/ui/bulk-form.tsx'
import { Dialog, DialogCancel } from '#components/ui/dialog.tsx'
import { FormActions } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { BulkState as BulkTarget } from '#lib/domain/accounts/account-management/bulk-accounts.ts'
import { maxBulkAccounts } from '#lib/domain/accounts/accounts/limits.ts'
import { bulkFormId } from './bulk-form-id.ts'
import { GroupingDialog, useGroupedReport, useGroupedSentence } from './grouping-dialog.tsx'

const opposite = { suspended: 'active', active: 'suspended' } as const satisfies Record<BulkTarget, BulkTarget>
const nameOf = { suspended: 'suspend', active: 'resume' } as const satisfies Record<BulkTarget, string>

/** The accounts list with a bar for the selected accounts: suspend and resume after a summary, change a group. */
export function AccountsBulk({ listState, children }: Readonly<{ listState: ListState; children: ReactNode }>) {
  const t = useTranslations('accounts.bulk')
  const form = useForm<BulkState>(changeSelected, {}, { repeatable: true })
  const [dismissed, setDismissed] = useState<BulkState>()
  const groups = useTranslations('accountGroups.change')
  const groupedSentence = useGroupedSentence()
  const { summary, done, grouping, grouped } = form.state
  useReport(form.state)
  useGroupedReport(grouped)
  const fields = { listState: encodeAccountsState(listState) }
  const dialog = { form, closeHref: manageAccountsHref(listState), onClose: () => setDismissed(form.state) }
  const isOpen = dismissed !== form.state && (summary ?? grouping) !== undefined
  const ownWords = { required: t('none'), too_many: t('tooMany', { max: maxBulkAccounts }) }
  const selectionError = form.errorOf('ids', ownWords)
  const problem = selectionError ? { title: selectionError } : form.problem
  return (
    <>
      {!isOpen && problem && <FormNotice problem={problem} />}
      {(done ?? grouped) && (
        <div data-without-script>
          <Notice tone="success">
            {done && t(done.verb === 'suspended' ? 'suspended' : 'resumed', { count: done.ids.length })}
            {grouped && groupedSentence(grouped)}
          </Notice>
        </div>
      )}
      <BulkList
        id={bulkFormId}
        label={t('bar')}
        action={form.action}
        done={done ?? grouped}
        fields={<input type="hidden" name="listState" value={fields.listState} />}
        actions={[
          { verb: 'added', label: groups('add') },
          { verb: 'removed', label: groups('remove') },
          { verb: 'active', label: t('resume') },
          { verb: 'suspended', label: t('suspend'), danger: true },
        ]}
      >
        {children}
      </BulkList>
      {summary && isOpen && <SummaryDialog summary={summary} {...dialog} />}
      {grouping && isOpen && <GroupingDialog grouping={grouping} fields={fields} {...dialog} />}
    </>
  )
}

type DialogProps = Readonly<{
  summary: NonNullable<BulkState['summary']>
  form: ReturnType<typeof useForm<BulkState>>
  closeHref: string
  onClose: () => void
}>

/** What changes, what ends, and what stays as it is. */
function SummaryDialog({ summary: { verb, ids, open, unchanged }, form, closeHref, onClose }: DialogProps) {
  const t = useTranslations('accounts.bulk')
  const isSuspension = verb === 'suspended'
  const count = ids.length
  const dialog = { title: t(`${nameOf[verb]}Title`, { count }), closeHref, onClose }
  const omitted = unchanged > 0 && <p>{t(isSuspension ? 'alreadySuspended' : 'alreadyActive', { count: unchanged })}</p>
  if (count === 0) {
    return (
      <Dialog {...dialog}>
        {omitted}
        <FormActions>
          <DialogCancel closeHref={closeHref} />
        </FormActions>
      </Dialog>
    )
  }
  return (
    <FormDialog
      {...dialog}
      form={form}
      description={isSuspension ? t('open', { count: open }) : undefined}
      fields={{ confirmed: '1', verb, [pickName]: ids.join(' ') }}
      submitLabel={t(`${nameOf[verb]}Confirm`, { count })}
      danger={isSuspension}
    >
      <p>{t(`${nameOf[verb]}Why`)}</p>
      {omitted}
    </FormDialog>
  )
}

/** Reports a change once, with Undo unless undoing it needs a confirmation. */
function useReport({ done, confirmBy }: BulkState): void {
  const t = useTranslations('accounts.bulk')
  const report = useEffectEvent(({ verb, ids }: NonNullable<BulkState['done']>) => {
    const text = t(verb === 'suspended' ? 'suspended' : 'resumed', { count: ids.length })
    const undo = { action: undoSelected, fields: { confirmed: '1', verb: opposite[verb], [pickName]: ids.join(' ') } }
    showToast({ text, ...(ids.length > 0 && !confirmBy && { undo }) })
  })
  useEffect(() => {
    if (done) report(done)
  }, [done])
}
