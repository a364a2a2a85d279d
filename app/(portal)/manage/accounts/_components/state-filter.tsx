import Link from 'next/link'
import { accountStates } from '#lib/accounts/account.ts'
import { portalTranslator } from '../../../_preferences/preferences.ts'
import { type ListPlace, listHref } from '../list-place.ts'
import styles from './state-filter.module.css'

/** Which accounts the list shows: all, active or suspended ones. */
export async function StateFilter({ place }: Readonly<{ place: ListPlace }>) {
  const t = await portalTranslator('accounts')
  return (
    <nav className={styles.filter} aria-label={t('filter')}>
      {accountStates.map((state) => (
        <Link
          key={state}
          className={styles.choice}
          href={listHref({ query: place.query, state })}
          aria-current={state === place.state ? 'true' : undefined}
          prefetch={false}
          scroll={false}
        >
          {t(`states.${state}`)}
        </Link>
      ))}
    </nav>
  )
}
