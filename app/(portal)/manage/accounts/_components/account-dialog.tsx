'use client'

import type { Account } from '#lib/accounts/account.ts'
import { useForm } from '../../../../../components/connection/use-form.ts'
import { useTranslations } from '../../../../../components/messages.tsx'
import { TextField } from '../../../../../components/ui/text-field.tsx'
import { FormDialog } from '../../../_forms/portal-form.tsx'
import { addAccount, editAccount } from '../actions.ts'
import { accountHref, encodeListState, type ListState, listHref } from '../list-state.ts'
import type { AccountFormState } from '../submit-account.ts'

type Props = Readonly<{
  /** The account to edit; `undefined` to add one. */
  account?: Pick<Account, 'id' | 'name' | 'locale' | 'deepPath'> | undefined
  listState: ListState
  /** The account whose page the dialog is over; otherwise it is over the list. */
  onPageOf?: string | undefined
}>

export function AccountDialog({ account, listState, onPageOf }: Props) {
  const t = useTranslations('accounts.form')
  const widgets = useTranslations('widgets')
  const form = useForm(account ? editAccount : addAccount, initialState(account), {
    repeatable: account !== undefined,
  })
  const { errorOf } = form
  const { entered } = form.state
  const problems = useTranslations('accounts.problems')
  const malformed = (field: 'id' | 'locale' | 'deepPath') =>
    problems(`${field}.malformed`, { value: toShown(entered[field]) })
  return (
    <FormDialog
      form={form}
      title={account ? t('editTitle', { name: account.name }) : t('addTitle')}
      description={account ? undefined : t('addSentence')}
      closeHref={onPageOf === undefined ? listHref(listState) : accountHref(onPageOf)}
      fields={{ listState: encodeListState(listState), onPageOf: onPageOf ?? '', ...(account && { id: account.id }) }}
      submitLabel={t(account ? 'save' : 'add')}
    >
      {!account && (
        <TextField
          label={t('id')}
          hint={t('idHint')}
          name="id"
          defaultValue={entered.id}
          error={errorOf('id', {
            malformed: malformed('id'),
            too_long: problems('id.too_long'),
            taken: problems('id.taken'),
          })}
          maxLength={64}
          mono
        />
      )}
      <TextField
        label={t('name')}
        name="name"
        defaultValue={entered.name}
        error={errorOf('name', { malformed: problems('name.malformed'), too_long: problems('name.too_long') })}
        maxLength={120}
      />
      <TextField
        label={t('locale')}
        note={widgets('optional')}
        hint={t('localeHint')}
        name="locale"
        defaultValue={entered.locale}
        error={errorOf('locale', { malformed: malformed('locale') })}
        mono
      />
      <TextField
        label={t('deepPath')}
        note={widgets('optional')}
        hint={t('deepPathHint', { example: `/accounts/${account?.id ?? 'acme'}/orders` })}
        name="deepPath"
        defaultValue={entered.deepPath}
        error={errorOf('deepPath', { malformed: malformed('deepPath') })}
        mono
      />
    </FormDialog>
  )
}

function initialState(account: Props['account']): AccountFormState {
  const { id = '', name = '', locale, deepPath } = account ?? {}
  return { result: undefined, entered: { id, name, locale: locale ?? '', deepPath: deepPath ?? '' } }
}

/** The refused value, as messages quote it. */
function toShown(value: string): string {
  return value.length > 80 ? `${value.slice(0, 80).toWellFormed()}…` : value
}
