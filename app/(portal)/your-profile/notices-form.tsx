'use client'

import { type OptionalKind, optionalKinds } from '#lib/mails/mail.ts'
import { useForm } from '../../../components/connection/use-form.ts'
import { useTranslations } from '../../../components/messages.tsx'
import { CheckboxGroup } from '../../../components/ui/choice.tsx'
import { Form } from '../../../components/ui/form.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { saveNotices } from './actions.ts'

/** `wanted`: the optional notices that the user gets by mail. */
export function NoticesForm({ wanted }: Readonly<{ wanted: readonly OptionalKind[] }>) {
  const t = useTranslations('profile.notices')
  const { result, action, problem } = useForm(saveNotices, {}, { repeatable: true })
  const choices = optionalKinds.map((value) => ({ value, label: t(`kinds.${value}`), hint: t(`hints.${value}`) }))
  return (
    <Form action={action} problem={problem} submitLabel={t('submit')}>
      {result?.ok && <Notice tone="success">{t('saved')}</Notice>}
      <CheckboxGroup legend={t('legend')} name="wanted" choices={choices} defaultValues={wanted} />
      <p className="lk-fine">{t('always')}</p>
    </Form>
  )
}
