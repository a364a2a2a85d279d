'use client'

import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { decideRequestAction } from '#app/(portal)/users-and-access/requests/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextArea } from '#components/ui/text-field.tsx'
import { type Decision, maxDecisionNoteLength } from '#lib/domain/people/access-requests/access-request.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'

type Props = Readonly<{
  decision: Decision
  request: Readonly<{ id: string; user: string; account: string; accountId: string }>
  confirmBy: ConfirmBy
  closeHref: string
}>

/** Approves or declines a request, with a note for its user. */
export function DecideDialog({ decision, request: { id, user, account, accountId }, confirmBy, closeHref }: Props) {
  const t = useTranslations('accessRequests.decide')
  const form = useAccessForm(decideRequestAction, { confirmBy, doneHref: closeHref })
  const { enteredIn, errorOf } = form
  const isApproval = decision === 'approved'
  const unknown = errorOf('decision', { unknown: t('unknown', { account: accountId }) })
  return (
    <FormDialog
      form={form}
      title={t(isApproval ? 'approveTitle' : 'declineTitle', { user, account })}
      closeHref={closeHref}
      submitLabel={t(isApproval ? 'approve' : 'decline')}
      fields={{ requestId: id, decision }}
    >
      {unknown && <Notice tone="danger">{unknown}</Notice>}
      {isApproval && <p>{t('effect')}</p>}
      <TextArea
        label={t('note')}
        hint={t('noteHint')}
        name="note"
        rows={3}
        defaultValue={enteredIn('note') ?? ''}
        error={errorOf('note', {}, { min: 0, max: maxDecisionNoteLength })}
      />
    </FormDialog>
  )
}
