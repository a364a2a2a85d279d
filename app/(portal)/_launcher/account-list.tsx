import type { ReactNode } from 'react'
import { AccountMonogram } from '#app/(portal)/_accounts/account-monogram.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requestAccessHref } from '#app/(portal)/_urls/access-requests-url.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { LauncherAccount } from '#lib/domain/accounts/accounts/account.ts'
import { maxShown } from '#lib/domain/accounts/accounts/launcher.ts'
import { isAccountId } from '#lib/domain/accounts/accounts/schema.ts'
import { isManager } from '#lib/foundation/authorization/permissions.ts'
import type { PortalRole } from '#lib/foundation/authorization/roles.ts'
import styles from './account-list.module.css'
import row from './account-row.module.css'
import { AccountRows, type Matched, type OpenPaths } from './account-rows.tsx'

type Props = Readonly<{
  id: string
  title: ReactNode
  count?: ReactNode
  accounts: readonly LauncherAccount[]
  matched?: Matched
  openPaths: OpenPaths
  /** Names the columns. */
  head?: boolean
  children?: ReactNode
}>

/** A headed list of accounts; renders nothing when empty. */
export function AccountList({ id, title, accounts, count = accounts.length, ...rest }: Props) {
  if (accounts.length === 0) return null
  const { matched, openPaths, head, children } = rest
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Heading id={id} title={title} count={count} />
      <div className={`lk-card ${styles.list}`}>
        {head && <ColumnNames />}
        <ul className={styles.rows}>
          <AccountRows accounts={accounts} matched={matched} openPaths={openPaths} />
        </ul>
        {children}
      </div>
    </section>
  )
}

/** @param children at the end of the line */
export function Heading({ id, title, count, children }: Pick<Props, 'id' | 'title' | 'count' | 'children'>) {
  return (
    <header className={styles.header}>
      <h2 id={id}>{title}</h2>
      <p className="lk-fine">{count}</p>
      {children}
    </header>
  )
}

/** Only for the eye: each row says what it shows. */
async function ColumnNames() {
  const t = await portalTranslator('launcher')
  return (
    <div className={row.head} aria-hidden="true">
      <span>{t('columns.name')}</span>
      <span>{t('columns.id')}</span>
      <span>{t('columns.language')}</span>
      <span>{t('lastOpened')}</span>
    </div>
  )
}

type SuspendedProps = Readonly<{ account: Readonly<{ id: string; name: string }>; role: PortalRole }>

/** The account with exactly the searched ID, which can't be opened while it is suspended. */
export async function SuspendedAccount({ account, role }: SuspendedProps) {
  const t = await portalTranslator('launcher')
  const { id, name } = account
  return (
    <section className={styles.section} aria-label={t('suspended.title')}>
      <div className={`lk-card ${styles.suspended}`}>
        <AccountMonogram account={account} />
        <p>
          <strong>{name}</strong> <code>{id}</code>
          <br />
          <span className="lk-fine">{t(isManager(role) ? 'suspended.resume' : 'suspended.ask')}</span>
        </p>
        <span className={styles.chip}>{t('suspended.title')}</span>
        {isManager(role) && (
          <LinkButton size="small" href={`/manage/accounts?q=${encodeURIComponent(id)}`}>
            {t('suspended.manage')}
          </LinkButton>
        )}
      </div>
    </section>
  )
}

type MoreProps = Readonly<{ shown: number; isSearch: boolean }>

/** Below a cut-off list: asks to refine a search, or links to the same page with twice as many rows. */
export async function MoreAccounts({ shown, isSearch }: MoreProps) {
  const t = await portalTranslator('launcher')
  if (isSearch) return <p className={styles.more}>{t('typeMore', { shown })}</p>
  if (shown >= maxShown) return <p className={styles.more}>{t('showsMost', { shown })}</p>
  return (
    <p className={styles.more}>
      <Link
        className="lk-button"
        data-variant="secondary"
        data-size="small"
        href={`/?show=${Math.min(shown * 2, maxShown)}`}
        replace
        scroll={false}
      >
        {t('showMore')}
      </Link>
    </p>
  )
}

type NoneProps = Readonly<{ query: string; opensAny: boolean; role: PortalRole }>

export async function NoAccounts({ query, opensAny, role }: NoneProps) {
  const t = await portalTranslator('launcher')
  const newcomer = isManager(role) ? 'noneForManager' : 'noneForAgent'
  const words = opensAny ? 'nothing' : newcomer
  const actions = {
    nothing: (
      <div className="lk-actions">
        <LinkButton href="/">{t('nothing.clear')}</LinkButton>
        <RequestAccess query={query} role={role} />
      </div>
    ),
    noneForManager: (
      <div className="lk-actions">
        <LinkButton variant="primary" href="/manage/accounts?dialog=add">
          {t('noneForManager.add')}
        </LinkButton>
        <LinkButton href="/manage/accounts/import">{t('noneForManager.import')}</LinkButton>
      </div>
    ),
    noneForAgent: (
      <LinkButton href={requestAccessHref(isAccountId(query) ? query : '')}>{t('requestAccess')}</LinkButton>
    ),
  }
  return (
    <div className={styles.section}>
      <EmptyState noun="account" title={t(`${words}.title`, { query })} action={actions[words]}>
        {t(`${words}.why`)}
      </EmptyState>
    </div>
  )
}

/** Offered whether an account has this ID or not, so that the offer reveals no IDs. @param isInList below its rows */
export async function RequestAccess({
  query,
  role,
  isInList = false,
}: Omit<NoneProps, 'opensAny'> & Readonly<{ isInList?: boolean }>) {
  const t = await portalTranslator('launcher')
  if (isManager(role) || !isAccountId(query)) return null
  const link = (
    <LinkButton href={requestAccessHref(query)} {...(isInList && { size: 'small' })}>
      {t('requestAccess')}
    </LinkButton>
  )
  return isInList ? <p className={styles.more}>{link}</p> : link
}
