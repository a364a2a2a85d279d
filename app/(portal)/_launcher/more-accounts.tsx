import Link from 'next/link'
import { mostShown } from '#lib/accounts/search-openable-accounts.ts'
import { portalTranslator } from '../_preferences/preferences.ts'
import styles from './account-list.module.css'
import { launcherAddress } from './launcher-address.ts'

type Props = Readonly<{ query: string; shown: number; matches: number }>

/** The way to the rows that are not shown: the same page with more of them, in larger steps the further one goes. */
export async function MoreAccounts({ query, shown, matches }: Props) {
  if (shown >= matches) return null
  const t = await portalTranslator('launcher')
  if (shown >= mostShown) return <p className={styles.more}>{t('showsMost', { shown })}</p>
  const next = Math.min(shown * 2, matches, mostShown)
  return (
    <p className={styles.more}>
      <Link
        className="lk-button"
        data-variant="secondary"
        href={launcherAddress(query, next)}
        prefetch={false}
        replace
        scroll={false}
      >
        {t('showMore', { count: next - shown })}
      </Link>
    </p>
  )
}
