import type { Account } from '#lib/accounts/account.ts'
import { splitSearchWords } from '#lib/accounts/search-text.ts'
import { ActionForm } from '../../../../../components/connection/action-form.tsx'
import { RovingRows } from '../../../../../components/roving-rows.tsx'
import { SubmitButton } from '../../../../../components/ui/button.tsx'
import { LinkButton } from '../../../../../components/ui/link-button.tsx'
import { State } from '../../../../../components/ui/state.tsx'
import { type Column, Table } from '../../../../../components/ui/table.tsx'
import { Highlighted } from '../../../_launcher/highlighted.tsx'
import { Moment } from '../../../_preferences/moment.tsx'
import { portalTranslator } from '../../../_preferences/preferences.ts'
import { resume } from '../actions.ts'
import { dialogHref, type ListState } from '../list-state.ts'
import styles from './accounts-table.module.css'

type ColumnId = 'account' | 'locale' | 'deepPath' | 'state' | 'actions'

type Props = Readonly<{
  accounts: readonly Account[]
  listState: ListState
  /** The account that was just added. */
  addedId: string | undefined
}>

/** One page of accounts with their actions. */
export async function AccountsTable({ accounts, listState, addedId }: Props) {
  const t = await portalTranslator('accounts')
  const columns: Column<ColumnId>[] = [
    { id: 'account', header: t('columns.account') },
    { id: 'locale', header: t('columns.locale'), narrow: true },
    { id: 'deepPath', header: t('columns.deepPath') },
    { id: 'state', header: t('columns.state'), narrow: true },
    { id: 'actions', header: t('columns.actions'), headerHidden: true, align: 'end', narrow: true },
  ]
  const words = splitSearchWords(listState.query)
  const rows = accounts.map((account) => ({
    id: `account-${account.id}`,
    muted: account.suspendedAt !== null,
    marked: account.id === addedId,
    cells: {
      account: <Names account={account} words={words} />,
      locale: account.locale && <code className={styles.locale}>{account.locale}</code>,
      deepPath: account.deepPath && <code>{account.deepPath}</code>,
      state: <AccountState suspendedAt={account.suspendedAt} />,
      actions: <Actions account={account} listState={listState} />,
    },
  }))
  return (
    <RovingRows>
      <Table caption={t('caption')} columns={columns} rows={rows} />
    </RovingRows>
  )
}

function Names({ account, words }: Readonly<{ account: Account; words: readonly string[] }>) {
  return (
    <>
      <span className={styles.name}>
        <Highlighted text={account.name} words={words} />
      </span>
      <code className={`lk-fine ${styles.id}`}>
        <Highlighted text={account.id} words={words} />
      </code>
    </>
  )
}

async function AccountState({ suspendedAt }: Pick<Account, 'suspendedAt'>) {
  const t = await portalTranslator('accounts')
  if (suspendedAt === null) return <State kind="on">{t('active')}</State>
  return (
    <State kind="off">
      <span>{t.rich('suspendedSince', { when: () => <Moment at={suspendedAt} /> })}</span>
    </State>
  )
}

async function Actions({ account, listState }: Readonly<{ account: Account; listState: ListState }>) {
  const t = await portalTranslator('accounts')
  const { id, name } = account
  return (
    <div className={styles.actions}>
      <DialogLink href={dialogHref(listState, 'edit', id)} name={t('editNamed', { name })}>
        {t('edit')}
      </DialogLink>
      {account.suspendedAt === null ? (
        <DialogLink href={dialogHref(listState, 'suspend', id)} name={t('suspendNamed', { name })}>
          {t('suspend')}
        </DialogLink>
      ) : (
        <ActionForm action={resume}>
          <input type="hidden" name="id" value={id} />
          <SubmitButton variant="quiet" size="small" aria-label={t('resumeNamed', { name })}>
            {t('resume')}
          </SubmitButton>
        </ActionForm>
      )}
    </div>
  )
}

/** Opens a dialog over the list. Screen readers hear `name` with it. */
function DialogLink({ href, name, children }: Readonly<{ href: string; name: string; children: string }>) {
  return (
    <LinkButton href={href} variant="quiet" size="small" aria-label={name} inPlace>
      {children}
    </LinkButton>
  )
}
