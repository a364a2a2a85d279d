'use client'

import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import {
  accountHref,
  encodeAccountsState,
  type ListState,
  manageAccountsHref,
} from '#app/(portal)/_urls/accounts-url.ts'
import { suspend } from '#app/(portal)/manage/accounts/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import type { Account } from '#lib/domain/accounts/accounts/account.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'

type Props = Readonly<{
  account: Pick<Account, 'id' | 'name'>
  /** Number of sessions that are open in it now. */
  sessions: number
  listState: ListState
  /** The account whose page the dialog is over; otherwise it is over the list. */
  onPageOf?: string | undefined
  confirmBy: ConfirmBy
}>

/** Says what stops working and asks for confirmation. Suspending is reversible, so nothing has to be typed. */
export function SuspendDialog({ account: { id, name }, sessions, listState, onPageOf, confirmBy }: Props) {
  const t = useTranslations('accounts.suspension')
  const form = useAccessForm(suspend, { confirmBy, repeatable: true })
  return (
    <FormDialog
      form={form}
      title={t('title', { name })}
      description={t('sessions', { count: sessions })}
      closeHref={onPageOf === undefined ? manageAccountsHref(listState) : accountHref(onPageOf)}
      fields={{ id, listState: encodeAccountsState(listState), onPageOf: onPageOf ?? '' }}
      submitLabel={t('confirm')}
      danger
    >
      <p>{t('why')}</p>
    </FormDialog>
  )
}
