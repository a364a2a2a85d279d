'use client'

import { sendTestMessage } from '#app/(portal)/settings/notices/actions.ts'
import { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { Form, FormActions } from '#components/ui/form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { TestOutcome } from '#lib/server/mail-delivery/send-test-mail.ts'

/** Sends a message to the user's own address, and says what became of it. */
export function TestMailForm() {
  const t = useTranslations('organization.mail')
  const { result, action, problem } = useForm(sendTestMessage, {}, { unknownOutcome: t('unknownOutcome') })
  return (
    <Form action={action} problem={problem}>
      {result?.ok && <Outcome {...result.value} />}
      <FormActions>
        <SubmitButton variant="secondary">{t('submit')}</SubmitButton>
      </FormActions>
    </Form>
  )
}

function Outcome({ to, failure }: TestOutcome) {
  const t = useTranslations('organization.mail')
  if (!failure) {
    return (
      <Notice tone="success" title={t('sent', { to })}>
        {t('arrival')}
      </Notice>
    )
  }
  const { stage, answer } = failure
  return (
    <Notice tone="danger" title={t(`stages.${stage}.failed`)}>
      {answer && <p>{t('answer', { answer })}</p>}
      <p>{t(`stages.${stage}.remedy`)}</p>
    </Notice>
  )
}
