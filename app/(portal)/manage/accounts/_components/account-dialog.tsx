'use client'

import type { Account } from '#lib/accounts/account.ts'
import { useFormAction } from '../../../../../components/connection/use-form-action.ts'
import { useTranslations } from '../../../../../components/messages.tsx'
import { Dialog } from '../../../../../components/ui/dialog.tsx'
import { DialogCancel } from '../../../../../components/ui/dialog-cancel.tsx'
import { Form, type FormProblem } from '../../../../../components/ui/form.tsx'
import { FormActions } from '../../../../../components/ui/form-actions.tsx'
import { SubmitButton } from '../../../../../components/ui/submit-button.tsx'
import { TextField } from '../../../../../components/ui/text-field.tsx'
import { useRefusal } from '../../../../../components/use-refusal.ts'
import { addAccount, editAccount } from '../actions.ts'
import type { AccountFormState } from '../form-state.ts'
import { encodeListState, type ListState, listHref } from '../list-state.ts'

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
  const { problem, errorOf } = useAccountProblems(state, outage)
  const { entered } = state
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
            error={errorOf('id')}
            maxLength={64}
            mono
          />
        )}
        <TextField label={t('name')} name="name" defaultValue={entered.name} error={errorOf('name')} maxLength={120} />
        <TextField
          label={t('locale')}
          note={widgets('optional')}
          hint={t('localeHint')}
          name="locale"
          defaultValue={entered.locale}
          error={errorOf('locale')}
          mono
        />
        <TextField
          label={t('deepPath')}
          note={widgets('optional')}
          hint={t('deepPathHint', { example: `/accounts/${account?.id ?? 'acme'}/orders` })}
          name="deepPath"
          defaultValue={entered.deepPath}
          error={errorOf('deepPath')}
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
  const entered = {
    id: account?.id ?? '',
    name: account?.name ?? '',
    locale: account?.locale ?? '',
    deepPath: account?.deepPath ?? '',
  }
  return { result: undefined, entered }
}

/** The refusal in words; some account fields have their own messages. */
function useAccountProblems({ result, entered }: AccountFormState, outage: FormProblem | undefined) {
  const t = useTranslations('accounts.problems')
  const { problem, errorOf } = useRefusal(result, outage)
  const codes = result?.ok === false ? result.fields : undefined
  const words: Readonly<Record<string, string>> = {
    'id malformed': t('id.malformed', { value: toShown(entered.id) }),
    'id too_long': t('id.too_long'),
    'id taken': t('id.taken'),
    'name malformed': t('name.malformed'),
    'name too_long': t('name.too_long'),
    'locale malformed': t('locale.malformed', { value: toShown(entered.locale) }),
    'deepPath malformed': t('deepPath.malformed', { value: toShown(entered.deepPath) }),
  }
  return { problem, errorOf: (field: string) => words[`${field} ${codes?.[field]}`] ?? errorOf(field) }
}

/** The refused value, as messages quote it. */
function toShown(value: string): string {
  return value.length > 80 ? `${value.slice(0, 80).toWellFormed()}…` : value
}
