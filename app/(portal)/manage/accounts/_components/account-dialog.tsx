'use client'

import type { Account } from '#lib/accounts/account.ts'
import { useFormAction } from '../../../../../components/connection/use-form-action.ts'
import { useTranslations } from '../../../../../components/messages.tsx'
import { SubmitButton } from '../../../../../components/ui/button.tsx'
import { Dialog, DialogCancel } from '../../../../../components/ui/dialog.tsx'
import { Form, FormActions } from '../../../../../components/ui/form.tsx'
import { TextField } from '../../../../../components/ui/text-field.tsx'
import { useRefusal } from '../../../../../components/use-refusal.ts'
import { addAccount, editAccount } from '../actions.ts'
import { encodeListState, type ListState, listHref } from '../list-state.ts'
import type { AccountFormState } from '../submit-account.ts'

type Props = Readonly<{
  /** The account to edit; `undefined` to add one. */
  account?: Pick<Account, 'id' | 'name' | 'locale' | 'deepPath'> | undefined
  listState: ListState
}>

export function AccountDialog({ account, listState }: Props) {
  const t = useTranslations('accounts.form')
  const widgets = useTranslations('widgets')
  const [state, action, outage] = useFormAction(account ? editAccount : addAccount, initialState(account), {
    repeatable: account !== undefined,
  })
  const { result, entered } = state
  const { problem, errorOf } = useRefusal(result, outage)
  const problems = useTranslations('accounts.problems')
  const malformed = (field: 'id' | 'locale' | 'deepPath') =>
    problems(`${field}.malformed`, { value: toShown(entered[field]) })
  const closeHref = listHref(listState)
  return (
    <Dialog
      title={account ? t('editTitle', { name: account.name }) : t('addTitle')}
      description={account ? undefined : t('addSentence')}
      closeHref={closeHref}
    >
      <Form action={action} problem={problem}>
        <input type="hidden" name="listState" value={encodeListState(listState)} />
        {account ? (
          <input type="hidden" name="id" value={account.id} />
        ) : (
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
        <FormActions>
          <SubmitButton>{t(account ? 'save' : 'add')}</SubmitButton>
          <DialogCancel closeHref={closeHref} />
        </FormActions>
      </Form>
    </Dialog>
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
