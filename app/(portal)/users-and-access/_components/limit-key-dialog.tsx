'use client'

import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { changeKeyAction } from '#app/(portal)/users-and-access/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { RadioGroup } from '#components/ui/choice.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { CallLimit } from '#lib/domain/keys/api-keys/call-limit.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'

type Props = Readonly<{
  name: string
  callLimit: CallLimit | null
  fields: Readonly<Record<string, string>>
  closeHref: string
  confirmBy: ConfirmBy
}>

const modes = ['off', 'observe', 'enforce'] as const

/** Changes how many calls of a key are accepted. */
export function LimitKeyDialog({ name, callLimit, fields, closeHref, confirmBy }: Props) {
  const t = useTranslations('usersAndAccess.callLimit')
  const form = useAccessForm(changeKeyAction, { confirmBy, doneHref: closeHref, repeatable: true })
  const { enteredIn, errorOf } = form
  const numberField = (field: 'perMinute' | 'perDay') => {
    const wrong = t('number')
    return (
      <TextField
        label={t(field)}
        name={field}
        inputMode="numeric"
        defaultValue={enteredIn(field) ?? callLimit?.[field]?.toString() ?? ''}
        error={errorOf(field, { malformed: wrong, out_of_range: wrong, required: t('required') })}
      />
    )
  }
  return (
    <FormDialog
      form={form}
      title={t('title', { name })}
      closeHref={closeHref}
      submitLabel={t('submit')}
      fields={fields}
    >
      <RadioGroup
        legend={t('mode')}
        name="mode"
        defaultValue={enteredIn('mode') ?? callLimit?.mode ?? 'off'}
        choices={modes.map((mode) => ({ value: mode, label: t(`modes.${mode}`), hint: t(`hints.${mode}`) }))}
        error={errorOf('mode')}
      />
      {numberField('perMinute')}
      {numberField('perDay')}
      <p className="lk-fine">{t('counted')}</p>
    </FormDialog>
  )
}
