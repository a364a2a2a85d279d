import Link from 'next/link'
import { portalTranslator } from '../../../_preferences/preferences.ts'
import { groupsPath } from '../groups/groups-url.ts'
import { listPath } from '../list-state.ts'
import styles from './manage-tabs.module.css'

const tabs = { accounts: listPath, groups: groupsPath } as const

/** Accounts and their groups, as links: each has its own URL. */
export async function ManageTabs({ current }: Readonly<{ current: keyof typeof tabs }>) {
  const t = await portalTranslator('accountGroups')
  return (
    <nav className={styles.tabs} aria-label={t('tabs')}>
      {(['accounts', 'groups'] as const).map((name) => (
        <Link key={name} href={tabs[name]} aria-current={name === current ? 'page' : undefined} prefetch={false}>
          {t(name)}
        </Link>
      ))}
    </nav>
  )
}
