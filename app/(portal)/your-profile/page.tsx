import { languageNames, languages } from '#lib/i18n/languages.ts'
import { needsConfirmation } from '#lib/permissions.ts'
import { getServices } from '#lib/services.ts'
import { readOwnNotices } from '#lib/users/own-notices.ts'
import { readOwnProfile } from '#lib/users/own-profile.ts'
import { LinkButton } from '../../../components/ui/link-button.tsx'
import { PageHeader, SectionHeader } from '../../../components/ui/page-header.tsx'
import { ClientMessages } from '../_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '../_preferences/preferences.ts'
import { requireUser } from '../_session/user.ts'
import { NoticesForm } from './notices-form.tsx'
import styles from './page.module.css'
import { ProfileForm } from './profile-form.tsx'
import { SignInNamesForm } from './sign-in-names-form.tsx'

export const generateMetadata = pageTitle('profile', (t) => t('title'))

/** The user's own name, sign-in names, language, time zone and notices by mail. */
export default async function YourProfilePage({ searchParams }: PageProps<'/your-profile'>) {
  const actor = await requireUser()
  const isChanging = (await searchParams).change === 'sign-in'
  const services = await getServices()
  const [t, { user, preferences }, wanted] = await Promise.all([
    portalTranslator('profile'),
    readOwnProfile(services, actor),
    readOwnNotices(services, actor),
  ])
  const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }))
  const zoneOptions = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') }))
  return (
    <ClientMessages namespaces={['profile', 'usersAndAccess']}>
      <PageHeader title={t('title')}>{t('why')}</PageHeader>
      <div className={styles.sections}>
        <section aria-labelledby="person">
          <SectionHeader title={t('person.title')} id="person">
            {t('person.why')}
          </SectionHeader>
          <div className="lk-card" data-padded>
            <ProfileForm
              name={user.name}
              language={preferences.language ?? ''}
              timeZone={preferences.timeZone ?? ''}
              languages={[{ value: '', label: t('person.likeBrowser') }, ...languageOptions]}
              timeZones={[{ value: '', label: t('person.likeDevice') }, ...zoneOptions]}
            />
          </div>
        </section>
        <section aria-labelledby="sign-in">
          <SectionHeader title={t('signIn.title')} id="sign-in" action={!isChanging && <ChangeLink />}>
            {t('signIn.why')}
          </SectionHeader>
          <div className="lk-card" data-padded>
            {isChanging ? (
              <SignInNamesForm
                username={user.username}
                email={user.email ?? ''}
                askPassword={needsConfirmation(actor, services.clock.now())}
              />
            ) : (
              <dl className={styles.names}>
                <dt>{t('signIn.username')}</dt>
                <dd>{user.username}</dd>
                <dt>{t('signIn.email')}</dt>
                <dd>{user.email}</dd>
              </dl>
            )}
          </div>
        </section>
        <section aria-labelledby="notices">
          <SectionHeader title={t('notices.title')} id="notices">
            {t('notices.why')}
          </SectionHeader>
          <div className="lk-card" data-padded>
            {wanted ? <NoticesForm wanted={wanted} /> : <p>{t('notices.noMail')}</p>}
          </div>
        </section>
      </div>
    </ClientMessages>
  )
}

async function ChangeLink() {
  const t = await portalTranslator('profile')
  return (
    <LinkButton inPlace href="/your-profile?change=sign-in">
      {t('signIn.change')}
    </LinkButton>
  )
}
