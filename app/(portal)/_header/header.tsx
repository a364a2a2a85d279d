import type { PortalUser } from '#lib/actor.ts'
import { Brand } from '../../../components/single-column.tsx'
import { portalTranslator } from '../_preferences/preferences.ts'
import styles from './header.module.css'
import { NavigationLink } from './navigation-link.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { UserMenu } from './user-menu.tsx'

export async function Header({ actor }: Readonly<{ actor: PortalUser }>) {
  const t = await portalTranslator('shell')
  return (
    <header className={styles.header} data-print="hide">
      <a className={`lk-button ${styles.skip}`} data-variant="primary" href="#content">
        {t('skipToContent')}
      </a>
      <Brand />
      <nav className={styles.navigation} aria-label={t('mainNavigation')}>
        <NavigationLink href="/">{t('accounts')}</NavigationLink>
      </nav>
      <UserMenu actor={actor} />
      <Shortcuts />
    </header>
  )
}
