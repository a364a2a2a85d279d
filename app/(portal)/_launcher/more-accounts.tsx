import Link from 'next/link'
import { maxShown } from '#lib/accounts/launcher.ts'
import { portalTranslator } from '../_preferences/preferences.ts'
import styles from './account-list.module.css'
import { launcherHref } from './launcher-state.ts'

type Props = Readonly<{ shown: number; isSearch: boolean }>

/** Below a cut-off list: asks to refine a search, or links to the same page with twice as many rows. */
export async function MoreAccounts({ shown, isSearch }: Props) {
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
