'use client'

import { saveProfile } from '#app/(portal)/your-account/profile-actions.ts'
import { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { Form, FormActions } from '#components/ui/form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { fieldLengths } from '#lib/kernel/field-lengths.ts'

type Choices = readonly Readonly<{ value: string; label: string }>[]

type Props = Readonly<{
  name: string
  /** The company's directory manages the name. */
  isManaged: boolean
  /** Empty: as in the browser. */
  language: string
  /** Empty: as on the device. */
  timeZone: string
  languages: Choices
  timeZones: Choices
}>

export function ProfileForm({ name, isManaged, language, timeZone, languages, timeZones }: Props) {
  const t = useTranslations('profile.person')
  const { result, action, problem, errorOf } = useForm(saveProfile, {}, { repeatable: true })
  return (
    <Form action={action} problem={problem}>
      {result?.ok && <Notice tone="success">{t('saved')}</Notice>}
      <TextField
        label={t('name')}
        name="name"
        defaultValue={name}
        readOnly={isManaged}
        hint={isManaged ? t('managed') : undefined}
        error={errorOf('name', { managed: t('managed') }, fieldLengths.name)}
        autoComplete="name"
      />
      <Select
        label={t('language')}
        name="language"
        defaultValue={language}
        options={languages}
        error={errorOf('language')}
      />
      <Select
        label={t('timeZone')}
        name="timeZone"
        defaultValue={timeZone}
        options={timeZones}
        error={errorOf('timeZone')}
      />
      <FormActions>
        <SubmitButton variant="secondary">{t('submit')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
