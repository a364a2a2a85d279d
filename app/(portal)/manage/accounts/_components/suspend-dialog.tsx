'use client'

import type { Account } from '#lib/accounts/account.ts'
import { useForm } from '../../../../../components/connection/use-form.ts'
import { useTranslations } from '../../../../../components/messages.tsx'
import { FormDialog } from '../../../_forms/portal-form.tsx'
import { suspend } from '../actions.ts'
import { accountHref, encodeListState, type ListState, listHref } from '../list-state.ts'

type Props = Readonly<{
  account: Pick<Account, 'id' | 'name'>
  /** Number of sessions that are open in it now. */
  sessions: number
  listState: ListState
  /** The account whose page the dialog is over; otherwise it is over the list. */
  onPageOf?: string | undefined
}>

/** Says what stops working and asks for confirmation. Suspending is reversible, so nothing has to be typed. */
export function SuspendDialog({ account: { id, name }, sessions, listState, onPageOf }: Props) {
  const t = useTranslations('accounts.suspension')
  const form = useForm(suspend, {}, { repeatable: true })
  return (
    <FormDialog
      form={form}
      title={t('title', { name })}
      description={t('sessions', { count: sessions })}
      closeHref={onPageOf === undefined ? listHref(listState) : accountHref(onPageOf)}
      fields={{ id, listState: encodeListState(listState), onPageOf: onPageOf ?? '' }}
      submitLabel={t('confirm')}
      danger
    >
      <p>{t('why')}</p>
    </FormDialog>
  )
}
