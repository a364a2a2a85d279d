'use client'

import { type ReactNode, useEffect } from 'react'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { chooseAccountsAction } from '#app/(portal)/users-and-access/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Checkbox } from '#components/ui/choice.tsx'
import { Code } from '#components/ui/code.tsx'
import { ListCard } from '#components/ui/list-card.tsx'
import { Monogram } from '#components/ui/monogram.tsx'
import { Table } from '#components/ui/table.tsx'
import styles from './account-access.module.css'
import { ChangesBar } from './changes-bar.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { changeBox, changedIds, usePendingChanges } from './pending-changes.ts'

type Choice = Readonly<{
  id: string
  name: string
  /** Color and letters come from the server, which derives them. */
  color: number
  letters: string
  listed: boolean
  suspended: boolean
}>
type Props = Readonly<{
  user: Readonly<{ id: string; name: string }>
  /** The user making the changes: another user in this tab doesn't see them. */
  personId: string
  accounts: readonly Choice[]
  empty: ReactNode
  /** Search and filter. */
  tools: ReactNode
  /** The pages. */
  foot: ReactNode
}>

const formId = 'choose-accounts'

/** One page of accounts with checkboxes. `usePendingChanges` keeps changes across searches and pages until saved. */
export function AccountAccessForm({ user, personId, accounts, empty, tools, foot }: Props) {
  const form = useAccessForm(chooseAccountsAction, { confirmBy: false, repeatable: true })
  const { pending, setPending, ready } = usePendingChanges(`account-changes ${personId} ${user.id}`)
  const { done, state } = form
  useEffect(() => {
    if (done) setPending(new Map())
  }, [done, setPending])
  const entered = new Set(state.entered.filter(([name]) => name === 'ticked').map(([, id]) => id))
  function isTicked({ id, listed }: Choice): boolean {
    if (ready) return pending.get(id) ?? listed
    return state.entered.length > 0 ? entered.has(id) : listed
  }
  return (
    <>
      <ListCard tools={tools} foot={foot}>
        {accounts.length === 0 ? (
          empty
        ) : (
          <ChoiceTable
            accounts={accounts}
            isTicked={isTicked}
            onTick={({ id, listed }, ticked) => setPending(changeBox(pending, { id, ticked, listed }))}
            changeOf={({ id }) => pending.get(id)}
          />
        )}
      </ListCard>
      <ChangesBar
        form={form}
        formId={formId}
        userId={user.id}
        listed={accounts.filter(({ listed }) => listed).map(({ id }) => id)}
        pending={ready ? pending : undefined}
        discard={() => setPending(new Map())}
      />
      <LeaveGuard
        name={user.name}
        added={changedIds(pending, true).length}
        removed={changedIds(pending, false).length}
        discard={() => setPending(new Map())}
      />
    </>
  )
}

type TableProps = Readonly<{
  accounts: readonly Choice[]
  isTicked: (account: Choice) => boolean
  onTick: (account: Choice, ticked: boolean) => void
  changeOf: (account: Choice) => boolean | undefined
}>

function ChoiceTable({ accounts, isTicked, onTick, changeOf }: TableProps) {
  const t = useTranslations('usersAndAccess.accounts')
  const columns = [
    { id: 'account', header: t('columns.account') },
    { id: 'id', header: t('columns.id') },
    { id: 'change', header: t('columns.change'), headerHidden: true, align: 'end' },
  ] as const
  const rows = accounts.map((account) => {
    const change = changeOf(account)
    return {
      id: account.id,
      cells: {
        account: (
          <Checkbox
            form={formId}
            label={
              <span className={styles.account}>
                <Monogram letters={account.letters} color={account.color} size="small" />
                {account.name}
              </span>
            }
            hint={account.suspended && t('suspended')}
            name="ticked"
            value={account.id}
            checked={isTicked(account)}
            onChange={(event) => onTick(account, event.currentTarget.checked)}
          />
        ),
        id: <Code>{account.id}</Code>,
        change: change !== undefined && <Badge>{t(change ? 'toAdd' : 'toRemove')}</Badge>,
      },
    }
  })
  return <Table caption={t('caption')} columns={columns} rows={rows} />
}
