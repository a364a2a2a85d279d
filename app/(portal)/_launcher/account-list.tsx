import type { ReactNode } from 'react'
import type { LauncherAccount } from '#lib/accounts/account.ts'
import styles from './account-list.module.css'
import { AccountRow } from './account-row.tsx'

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
