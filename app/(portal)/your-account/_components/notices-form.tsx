'use client'

import { saveNotices } from '#app/(portal)/your-account/profile-actions.ts'
import { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { CheckboxGroup } from '#components/ui/choice.tsx'
import { Form, FormActions } from '#components/ui/form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { OwnNotices } from '#lib/domain/people/users/own-notices.ts'

/** The optional notices that the user gets by mail. */
export function NoticesForm({ offered, wanted }: Pick<OwnNotices, 'offered' | 'wanted'>) {
  const t = useTranslations('profile.notices')
  const { result, action, problem, errorOf } = useForm(saveNotices, {}, { repeatable: true })
  const choices = offered.map((value) => ({ value, label: t(`kinds.${value}`), hint: t(`hints.${value}`) }))
  return (
    <Form action={action} problem={problem}>
      {result?.ok && <Notice tone="success">{t('saved')}</Notice>}
      <CheckboxGroup
        legend={t('legend')}
        name="wanted"
        choices={choices}
        defaultValues={wanted}
        error={errorOf('wanted')}
      />
      <p className="lk-fine">{t('always')}</p>
      <FormActions>
        <SubmitButton variant="secondary">{t('submit')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
