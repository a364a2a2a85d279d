'use client'

import { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { Form } from '#components/ui/form.tsx'
import { TextArea, TextField } from '#components/ui/text-field.tsx'
import { maxPending, maxReasonLength } from '#lib/domain/people/access-requests/access-request.ts'
import { requestAccessAction } from './actions.ts'

/** @param accountId from the launcher's search */
export function RequestForm({ accountId }: Readonly<{ accountId: string }>) {
  const t = useTranslations('accessRequests.own')
  const { state, action, problem, errorOf } = useForm(
    requestAccessAction,
    { accountId, reason: '' },
    { repeatable: true },
  )
  const malformed = t('problems.malformed')
  return (
    <Form action={action} problem={problem} submitLabel={t('submit')}>
      <TextField
        label={t('accountId')}
        hint={t('accountIdHint')}
        name="accountId"
        mono
        defaultValue={state.accountId}
        error={errorOf('accountId', {
          open: t('problems.open'),
          too_many: t('problems.too_many', { max: maxPending }),
          malformed,
          too_long: malformed,
        })}
      />
      <TextArea
        label={t('reason')}
        hint={t('reasonHint')}
        name="reason"
        rows={3}
        defaultValue={state.reason}
        error={errorOf('reason', { required: t('problems.required') }, { min: 1, max: maxReasonLength })}
      />
    </Form>
  )
}
