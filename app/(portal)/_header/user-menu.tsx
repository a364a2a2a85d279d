import { IconChevronDown } from '@tabler/icons-react'
import type { PortalUser } from '#lib/actor.ts'
import { languages } from '#lib/i18n/languages.ts'
import { themes } from '#lib/i18n/preferences.ts'
import { isManager } from '#lib/permissions.ts'
import { ActionForm } from '../../../components/connection/action-form.tsx'
import { Menu, MenuButton, MenuLink, MenuSection } from '../../../components/ui/menu.tsx'
import { Monogram } from '../../../components/ui/monogram.tsx'
import { portalTranslator, readPreferences } from '../_preferences/preferences.ts'
import { signOut } from '../_session/sign-out.ts'
import styles from './header.module.css'
import { Segments } from './segments.tsx'

/** Each language is named in that language. */
const ownNames = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', it: 'Italiano', nl: 'Nederlands' }

export async function UserMenu({ actor }: Readonly<{ actor: PortalUser }>) {
  const [t, { theme, language }] = await Promise.all([portalTranslator('shell'), readPreferences()])
  const themeChoices = themes.map((value) => ({ value, label: t(`themes.${value}`) }))
  const languageChoices = languages.map((value) => ({ value, label: ownNames[value], lang: value }))
  return (
    <Menu trigger={<Trigger name={actor.name} />} size="medium">
      <div className={styles.person}>
        <strong>{actor.name}</strong>
        <span className="lk-fine">{t(`roles.${actor.role}`)}</span>
      </div>
      <MenuSection>
        {isManager(actor.role) && (
          <>
            <MenuLink href="/users-and-access">{t('usersAndAccess')}</MenuLink>
            <MenuLink href="/manage/accounts">{t('manageAccounts')}</MenuLink>
            <MenuLink href="/activity">{t('activity')}</MenuLink>
          </>
        )}
        <MenuLink href="/your-security">{t('yourSecurity')}</MenuLink>
      </MenuSection>
      <MenuSection title={t('theme')}>
        <Segments name="theme" choices={themeChoices} current={theme} />
      </MenuSection>
      <MenuSection title={t('language')}>
        <Segments name="language" choices={languageChoices} current={language} />
      </MenuSection>
      <MenuSection>
        <MenuButton data-shows-shortcuts data-needs-script>
          {t('shortcuts.title')}
        </MenuButton>
        <ActionForm action={signOut}>
          <MenuButton type="submit">{t('signOut')}</MenuButton>
        </ActionForm>
      </MenuSection>
    </Menu>
  )
}

function Trigger({ name }: Readonly<{ name: string }>) {
  return (
    <span className={styles.trigger}>
      <Monogram name={name} shape="round" />
      <span className={styles.name}>{name}</span>
      <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
    </span>
  )
}
