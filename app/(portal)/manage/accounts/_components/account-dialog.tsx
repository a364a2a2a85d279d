'use client'

import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import {
  accountHref,
  encodeAccountsState,
  type ListState,
  manageAccountsHref,
} from '#app/(portal)/_urls/accounts-url.ts'
import { addAccountAction, editAccountAction } from '#app/(portal)/manage/accounts/actions.ts'
import type { AccountFormState } from '#app/(portal)/manage/accounts/submit-account.ts'
import { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { type NewAccount, optionalFields } from '#lib/domain/accounts/accounts/account.ts'
import { accountLengths } from '#lib/domain/accounts/accounts/limits.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

type Props = Readonly<{
  /** The account to edit; `undefined` to add one. */
  account?: NewAccount | undefined
  listState: ListState
  /** The account whose page the dialog is over; otherwise it is over the list. */
  onPageOf?: string | undefined
}>

export function AccountDialog({ account, listState, onPageOf }: Props) {
  const t = useTranslations('accounts.form')
  const fields = useTranslations('accounts.fields')
  const widgets = useTranslations('widgets')
  const form = useForm(account ? editAccountAction : addAccountAction, initialState(account), {
    repeatable: account !== undefined,
  })
  const { errorOf } = form
  const { entered } = form.state
  const problems = useTranslations('accounts.problems')
  return (
    <FormDialog
      form={form}
      title={account ? t('editTitle', { name: account.name }) : t('addTitle')}
      description={account ? undefined : t('addSentence')}
      closeHref={onPageOf === undefined ? manageAccountsHref(listState) : accountHref(onPageOf)}
      fields={{
        listState: encodeAccountsState(listState),
        onPageOf: onPageOf ?? '',
        ...(account && { id: account.id }),
      }}
      submitLabel={t(account ? 'save' : 'add')}
    >
      {!account && (
        <TextField
          label={fields('id.label')}
          hint={fields('id.hint')}
          name="id"
          defaultValue={entered.id}
          error={errorOf('id', {
            malformed: problems('id.malformed', { value: toShown(entered.id) }),
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
        defaultValue={entered.name}
        error={errorOf('name', { malformed: problems('name.malformed'), too_long: problems('name.too_long') })}
        maxLength={accountLengths.name.max}
      />
      {optionalFields.map((field) => {
        const problem = fields(`${field}.problem`, { value: toShown(entered[field]) })
        return (
          <TextField
            key={field}
            label={fields(`${field}.label`)}
            note={widgets('optional')}
            hint={fields(`${field}.hint`, { example: `/accounts/${account?.id ?? 'acme'}/orders` })}
            name={field}
            defaultValue={entered[field]}
            error={errorOf(field, { malformed: problem, too_long: problem })}
            mono
          />
        )
      })}
    </FormDialog>
  )
}

function initialState(account: Props['account']): AccountFormState {
  const { id = '', name = '' } = account ?? {}
  return { result: undefined, entered: { id, name, ...recordOf(optionalFields, (field) => account?.[field] ?? '') } }
}

/** The refused value, as messages quote it. */
function toShown(value: string): string {
  return value.length > 80 ? `${value.slice(0, 80).toWellFormed()}…` : value
}
