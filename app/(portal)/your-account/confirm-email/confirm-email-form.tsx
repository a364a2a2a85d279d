'use client'

import { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { Form } from '#components/ui/form.tsx'
import { confirmEmail } from './actions.ts'

export function ConfirmEmailForm({ token }: Readonly<{ token: string }>) {
  const t = useTranslations('profile')
  const { action, problem, errorOf } = useForm(confirmEmail, {})
  const taken = errorOf('email', { taken: t('signIn.taken') })
  return (
    <Form action={action} problem={taken === undefined ? problem : { title: taken }} submitLabel={t('proof.submit')}>
      <input type="hidden" name="token" value={token} />
    </Form>
  )
}
