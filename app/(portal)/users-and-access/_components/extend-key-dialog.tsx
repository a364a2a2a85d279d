'use client'

import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { changeKeyAction } from '#app/(portal)/users-and-access/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { RadioGroup } from '#components/ui/choice.tsx'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'

type Props = Readonly<{
  name: string
  /** How long from now, with the date on which the key would then expire. */
  expiries: readonly Readonly<{ days: number; date: string }>[]
  fields: Readonly<Record<string, string>>
  closeHref: string
  confirmBy: ConfirmBy
}>

/** Lets a key expire later. */
export function ExtendKeyDialog({ name, expiries, fields, closeHref, confirmBy }: Props) {
  const t = useTranslations('usersAndAccess')
  const form = useAccessForm(changeKeyAction, { confirmBy, doneHref: closeHref, repeatable: true })
  return (
    <FormDialog
      form={form}
      title={t('extendKey.title', { name })}
      closeHref={closeHref}
      submitLabel={t('extendKey.submit')}
      fields={fields}
    >
      <RadioGroup
        legend={t('newKey.expiry')}
        name="days"
        defaultValue={form.enteredIn('days') ?? String(expiries[0]?.days)}
        choices={expiries.map(({ days, date }) => ({
          value: String(days),
          label: t('newKey.expiryDays', { days }),
          hint: date,
        }))}
        error={form.errorOf('days')}
      />
    </FormDialog>
  )
}
