import { IconChevronDown } from '@tabler/icons-react'
import { UserAvatar } from '#app/(portal)/_accounts/user-avatar.tsx'
import { portalTranslator, readPreferences } from '#app/(portal)/_preferences/preferences.ts'
import { signOutAction } from '#app/(portal)/_session/sign-out.ts'
import { ActionForm } from '#components/connection/action-form.tsx'
import { Menu, MenuButton, MenuLink, MenuSection } from '#components/ui/menu.tsx'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { isManager } from '#lib/foundation/authorization/permissions.ts'
import { languageNames, languages } from '#lib/foundation/i18n/languages.ts'
import { openPlaces, themes } from '#lib/foundation/i18n/preferences.ts'
import styles from './header.module.css'
import { Segments } from './segments.tsx'

export async function UserMenu({ actor }: Readonly<{ actor: PortalUser }>) {
  const [t, { theme, language, openIn }] = await Promise.all([portalTranslator('shell'), readPreferences()])
  const themeChoices = themes.map((value) => ({ value, label: t(`themes.${value}`) }))
  const openChoices = openPlaces.map((value) => ({ value, label: t(`openIn.${value}`) }))
  const languageChoices = languages.map((value) => ({ value, label: languageNames[value], lang: value }))
  return (
    <Menu trigger={<Trigger actor={actor} />} size="medium">
      <div className={styles.person}>
        <strong>{actor.name}</strong>
        <span className="lk-fine">{t(`roles.${actor.role}`)}</span>
      </div>
      <MenuSection>
        {isManager(actor.role) && (
          <>
            <MenuLink href="/overview">{t('overview')}</MenuLink>
            <MenuLink href="/users-and-access">{t('usersAndAccess')}</MenuLink>
            <MenuLink href="/manage/accounts">{t('manageAccounts')}</MenuLink>
            <MenuLink href="/activity">{t('activity')}</MenuLink>
          </>
        )}
        {!isManager(actor.role) && <MenuLink href="/access-requests">{t('accessRequests')}</MenuLink>}
        <MenuLink href="/your-profile">{t('yourProfile')}</MenuLink>
        <MenuLink href="/your-security">{t('yourSecurity')}</MenuLink>
      </MenuSection>
      <MenuSection title={t('theme')}>
        <Segments name="theme" choices={themeChoices} current={theme} />
      </MenuSection>
      <MenuSection title={t('language')}>
        <Segments name="language" choices={languageChoices} current={language} />
      </MenuSection>
      <MenuSection title={t('openIn.title')}>
        <Segments name="openIn" choices={openChoices} current={openIn} />
      </MenuSection>
      <MenuSection>
        <MenuButton data-shows-shortcuts data-needs-script>
          {t('shortcuts.title')}
        </MenuButton>
        <ActionForm action={signOutAction}>
          <MenuButton type="submit">{t('signOut')}</MenuButton>
        </ActionForm>
      </MenuSection>
    </Menu>
  )
}

function Trigger({ actor }: Readonly<{ actor: PortalUser }>) {
  return (
    <span className={styles.trigger}>
      <UserAvatar user={actor} />
      <span className={styles.name}>{actor.name}</span>
      <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
    </span>
  )
}
