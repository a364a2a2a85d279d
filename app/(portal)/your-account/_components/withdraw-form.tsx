'use client'

import { withdrawNames } from '#app/(portal)/your-account/profile-actions.ts'
import { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { Form } from '#components/ui/form.tsx'

/** Takes back the names that wait for their proof or for a manager. */
export function WithdrawForm() {
  const t = useTranslations('profile.signIn')
  const { action, problem } = useForm(withdrawNames, {})
  return (
    <Form action={action} problem={problem}>
      <SubmitButton variant="secondary">{t('withdraw')}</SubmitButton>
    </Form>
  )
}
