import { headers } from 'next/headers'
import type { ComponentProps } from 'react'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { currentSite } from '#app/(portal)/_preferences/site.ts'
import { type AdminPlace, adminPlaces } from '#app/(portal)/_urls/admin-places.ts'
import { Brand } from '#components/single-column.tsx'
import { isManager } from '#lib/foundation/authorization/permissions.ts'
import styles from './header.module.css'
import { Jump } from './jump.tsx'
import { AdminBar, NavigationLink } from './navigation.tsx'
import { readShortcuts } from './shortcuts.ts'
import { UserMenu } from './user-menu.tsx'

type Props = ComponentProps<typeof UserMenu>

export async function Header({ actor, missing }: Props) {
  const [t, requestHeaders] = await Promise.all([portalTranslator('shell'), headers()])
  const jumpKeys = [/Mac|iP/.test(requestHeaders.get('user-agent') ?? '') ? '⌘' : 'Ctrl', 'K'] as const
  const places = Object.entries(adminPlaces).map(([name, href]) => ({ href, label: t(name as AdminPlace) }))
  return (
    <>
      <header className={styles.header} data-print="hide">
        <a className={`lk-button ${styles.skip}`} data-variant="primary" href="#content">
          {t('skipToContent')}
        </a>
        <Brand site={await currentSite()} />
        <nav className={styles.navigation} aria-label={t('mainNavigation')}>
          <NavigationLink href="/" label={t('accounts')} />
        </nav>
        <Jump label={t('jump')} keys={jumpKeys.join(' ')} shortcuts={await readShortcuts(jumpKeys)} />
        <UserMenu actor={actor} missing={missing} />
      </header>
      {isManager(actor.role) && <AdminBar label={t('adminNavigation')} places={places} />}
    </>
  )
}
