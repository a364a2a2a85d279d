import Link from 'next/link'
import type { ReactNode } from 'react'
import type { LauncherAccount } from '#lib/accounts/account.ts'
import { maxShown } from '#lib/accounts/launcher.ts'
import { portalTranslator } from '../_preferences/preferences.ts'
import styles from './account-list.module.css'
import { AccountRow } from './account-row.tsx'
import { launcherHref } from './launcher-state.ts'

type Props = Readonly<{
  id: string
  title: ReactNode
  /** The count, as a sentence. */
  count?: ReactNode
  accounts: readonly LauncherAccount[]
  words?: readonly string[]
  /** The link to more rows. */
  children?: ReactNode
}>

/** A headed list of accounts; renders nothing when empty. */
export function AccountList({ id, title, count, accounts, words = [], children }: Props) {
  if (accounts.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        {count && <p className="lk-fine">{count}</p>}
      </header>
      <ul className={styles.list}>
        {accounts.map((account) => (
          <AccountRow key={account.id} account={account} words={words} />
        ))}
      </ul>
      {children}
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
        href={launcherHref('', Math.min(shown * 2, maxShown))}
        prefetch={false}
        replace
        scroll={false}
      >
        {t('showMore')}
      </Link>
    </p>
  )
}
