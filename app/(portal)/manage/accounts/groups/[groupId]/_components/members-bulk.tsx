'use client'

import { type ReactNode, useState } from 'react'
import { encodeAccountsState } from '#app/(portal)/_urls/accounts-url.ts'
import { type GroupPageState, groupHref } from '#app/(portal)/_urls/groups-url.ts'
import {
  GroupingDialog,
  useGroupedReport,
  useGroupedSentence,
} from '#app/(portal)/manage/accounts/_components/grouping-dialog.tsx'
import { changeSelected } from '#app/(portal)/manage/accounts/actions.ts'
import type { BulkState } from '#app/(portal)/manage/accounts/submit-bulk.ts'
import { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { BulkList } from '#components/ui/bulk-bar.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { membersFormId } from './members-form-id.ts'

type Props = Readonly<{ groupId: string; listState: GroupPageState; children: ReactNode }>

/** The accounts of a group, with a bar that removes the selected ones. */
export function MembersBulk({ groupId, listState, children }: Props) {
  const t = useTranslations('accountGroups')
  const form = useForm<BulkState>(changeSelected, {}, { repeatable: true })
  const [dismissed, setDismissed] = useState<BulkState>()
  const sentenceOf = useGroupedSentence()
  const { grouping, grouped } = form.state
  useGroupedReport(grouped)
  const selectionError = form.errorOf('ids', { required: t('change.noneSelected') })
  const problem = selectionError ? { title: selectionError } : form.problem
  const isOpen = grouping !== undefined && dismissed !== form.state
  const fields = { ownGroup: groupId, listState: encodeAccountsState({ query: listState.query, group: groupId }) }
  return (
    <>
      {!isOpen && problem && <FormNotice problem={problem} />}
      {grouped && (
        <div data-without-script>
          <Notice tone="success">{sentenceOf(grouped)}</Notice>
        </div>
      )}
      <BulkList
        id={membersFormId}
        label={t('page.bar')}
        action={form.action}
        done={grouped}
        fields={Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        actions={[{ verb: 'removed', label: t('change.remove'), danger: true }]}
      >
        {children}
      </BulkList>
      {isOpen && (
        <GroupingDialog
          grouping={grouping}
          form={form}
          fields={fields}
          closeHref={groupHref(groupId, listState)}
          onClose={() => setDismissed(form.state)}
        />
      )}
    </>
  )
}
