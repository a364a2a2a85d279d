'use client'

import { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { Form, FormActions } from '#components/ui/form.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { reportHandOverAction } from './actions.ts'

type ReportProps = Readonly<{ token: string; keyName: string; cancelHref: string }>

/** The confirmation of a report. The page says when it is done. */
export function ReportForm({ token, keyName, cancelHref }: ReportProps) {
  const t = useTranslations('handOver.report')
  const { action, problem } = useForm(reportHandOverAction, {})
  return (
    <>
      <h1>{t('title', { key: keyName })}</h1>
      <p>{t('why')}</p>
      <Form action={action} problem={problem}>
        <input type="hidden" name="token" value={token} />
        <FormActions>
          <LinkButton plain href={cancelHref}>
            {t('cancel')}
          </LinkButton>
          <SubmitButton variant="danger">{t('submit')}</SubmitButton>
        </FormActions>
      </Form>
    </>
  )
}
