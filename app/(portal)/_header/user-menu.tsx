import { IconChevronDown } from '@tabler/icons-react'
import { UserAvatar } from '#app/(portal)/_accounts/user-avatar.tsx'
import { portalTranslator, readPreferences } from '#app/(portal)/_preferences/preferences.ts'
import { RequiredFactor } from '#app/(portal)/_session/factor-notice.tsx'
import { signOutAction } from '#app/(portal)/_session/sign-out.ts'
import { ownRequestsPath } from '#app/(portal)/_urls/access-requests-url.ts'
import { listPath } from '#app/(portal)/_urls/users-and-access-url.ts'
import { yourAccountPath } from '#app/(portal)/_urls/your-account-url.ts'
import { ActionForm } from '#components/connection/action-form.tsx'
import { Menu, MenuButton, MenuLink, MenuSection } from '#components/ui/menu.tsx'
import type { MissingFactor } from '#lib/domain/sign-in/sign-in-policy/read-policy.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { isManager } from '#lib/foundation/authorization/permissions.ts'
import { languageNames, languages } from '#lib/foundation/i18n/languages.ts'
import { openPlaces, themes } from '#lib/foundation/i18n/preferences.ts'
import styles from './header.module.css'
import { Segments } from './segments.tsx'

type Props = Readonly<{
  actor: PortalUser
  /** The second factor that the user must add, said here while there is time. */
  missing: MissingFactor | undefined
}>

export async function UserMenu({ actor, missing }: Props) {
  const [t, { theme, language, openIn }] = await Promise.all([portalTranslator('shell'), readPreferences()])
  const themeChoices = themes.map((value) => ({ value, label: t(`themes.${value}`) }))
  const openChoices = openPlaces.map((value) => ({ value, label: t(`openIn.${value}`) }))
  const languageChoices = languages.map((value) => ({ value, label: languageNames[value], lang: value }))
  return (
    <Menu trigger={<Trigger actor={actor} attention={missing && t('factorMissing')} />} size="medium">
      <div className={styles.person}>
        <strong>{actor.name}</strong>
        <span className="lk-fine">{t(`roles.${actor.role}`)}</span>
      </div>
      <MenuSection>
        {isManager(actor.role) ? (
          <MenuLink href={listPath}>{t('usersAndAccess')}</MenuLink>
        ) : (
          <MenuLink href={ownRequestsPath}>{t('accessRequests')}</MenuLink>
        )}
        <MenuLink href={yourAccountPath}>{t('yourAccount')}</MenuLink>
        {missing && (
          <p className={styles.missing}>
            <RequiredFactor {...missing} />
          </p>
        )}
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

function Trigger({ actor, attention }: Readonly<{ actor: PortalUser; attention: string | undefined }>) {
  return (
    <span className={styles.trigger}>
      <UserAvatar user={actor} />
      {attention && <span className={styles.dot} title={attention} aria-hidden="true" />}
      <span className={styles.name}>
        {actor.name}
        {attention && <span className={styles.words}>, {attention}</span>}
      </span>
      <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
    </span>
  )
}
