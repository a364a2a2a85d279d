'use client'

import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { addAccountAction, changeAccountAction } from '#app/(portal)/manage/accounts/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { type NewAccount, type OptionalField, optionalFields } from '#lib/domain/accounts/accounts/account.ts'
import { accountLengths } from '#lib/domain/accounts/accounts/limits.ts'

type Props = Readonly<{
  /** The account to edit; `undefined` to add one. */
  account?: NewAccount | undefined
  closeHref: string
}>

export function AccountDialog({ account, closeHref }: Props) {
  const t = useTranslations('accounts.form')
  const fields = useTranslations('accounts.fields')
  const widgets = useTranslations('widgets')
  const problems = useTranslations('accounts.problems')
  const options = { confirmBy: false, doneHref: closeHref, repeatable: account !== undefined } as const
  const { action, stop, problem, errorOf, enteredIn } = useAccessForm(
    account ? changeAccountAction : addAccountAction,
    options,
  )
  const shownIn = (field: 'id' | 'name' | OptionalField) => enteredIn(field) ?? account?.[field] ?? ''
  return (
    <FormDialog
      form={{ action, stop, problem, errorOf }}
      title={account ? t('editTitle', { name: account.name }) : t('addTitle')}
      description={account ? undefined : t('addSentence')}
      closeHref={closeHref}
      fields={account ? { do: 'edit', id: account.id } : {}}
      submitLabel={t(account ? 'save' : 'add')}
    >
      {!account && (
        <TextField
          label={fields('id.label')}
          hint={fields('id.hint')}
          name="id"
          defaultValue={shownIn('id')}
          error={errorOf('id', {
            malformed: problems('id.malformed', { value: toShown(shownIn('id')) }),
            too_long: problems('id.too_long'),
            taken: problems('id.taken'),
          })}
          maxLength={accountLengths.id.max}
          mono
        />
      )}
      <TextField
        label={fields('name.label')}
        name="name"
        defaultValue={shownIn('name')}
        error={errorOf('name', { malformed: problems('name.malformed'), too_long: problems('name.too_long') })}
        maxLength={accountLengths.name.max}
      />
      {optionalFields.map((field) => {
        const problem = fields(`${field}.problem`, { value: toShown(shownIn(field)) })
        return (
          <TextField
            key={field}
            label={fields(`${field}.label`)}
            note={widgets('optional')}
            hint={fields(`${field}.hint`, { example: `/accounts/${account?.id ?? 'acme'}/orders` })}
            name={field}
            defaultValue={shownIn(field)}
            error={errorOf(field, { malformed: problem, too_long: problem })}
            mono
          />
        )
      })}
    </FormDialog>
  )
}

/** The refused value, as messages quote it. */
function toShown(value: string): string {
  return value.length > 80 ? `${value.slice(0, 80).toWellFormed()}…` : value
}
