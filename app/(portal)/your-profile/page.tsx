import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireUser } from '#app/(portal)/_session/user.ts'
import { LinkButton, PortalLink } from '#components/ui/link-button.tsx'
import { PageHeader, SectionHeader } from '#components/ui/page-header.tsx'
import { readOwnNames } from '#lib/domain/people/user-lifecycle/own-names.ts'
import { type OwnNotices, readOwnNotices } from '#lib/domain/people/users/own-notices.ts'
import { readOwnProfile } from '#lib/domain/people/users/own-profile.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { languageNames, languages } from '#lib/foundation/i18n/languages.ts'
import { getServices } from '#lib/foundation/services.ts'
import { NoticesForm } from './notices-form.tsx'
import { OwnNamesState } from './own-names.tsx'
import styles from './page.module.css'
import { ProfileForm } from './profile-form.tsx'
import { SignInNamesForm } from './sign-in-names-form.tsx'

export const generateMetadata = pageTitle('profile', (t) => t('title'))

const changeHref = '/your-profile?change=sign-in'

/** The user's own name, sign-in names, language, time zone and notices by mail. */
export default async function YourProfilePage({ searchParams }: PageProps<'/your-profile'>) {
  const actor = await requireUser()
  const services = await getServices()
  const [t, { user, preferences }, notices, names] = await Promise.all([
    portalTranslator('profile'),
    readOwnProfile(services, actor),
    readOwnNotices(services, actor),
    readOwnNames(services, actor),
  ])
  const isChanging = !names.isManaged && (await searchParams).change === 'sign-in'
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
              isManaged={names.isManaged}
              language={preferences.language ?? ''}
              timeZone={preferences.timeZone ?? ''}
              languages={[{ value: '', label: t('person.likeBrowser') }, ...languageOptions]}
              timeZones={[{ value: '', label: t('person.likeDevice') }, ...zoneOptions]}
            />
          </div>
        </section>
        <section aria-labelledby="sign-in">
          <SectionHeader
            title={t('signIn.title')}
            id="sign-in"
            action={!isChanging && !names.isManaged && <ChangeLink />}
          >
            {t('signIn.why')}
          </SectionHeader>
          <div className="lk-card" data-padded>
            {isChanging ? (
              <SignInNamesForm
                username={names.waiting?.username ?? user.username}
                email={names.waiting?.email ?? user.email ?? ''}
                steps={names.steps}
                confirmBy={await findConfirmBy(services, actor)}
              />
            ) : (
              <OwnNamesState names={names}>
                <dl className={styles.names}>
                  <dt>{t('signIn.username')}</dt>
                  <dd>{user.username}</dd>
                  {user.email !== null && (
                    <>
                      <dt>{t('signIn.email')}</dt>
                      <dd>{user.email}</dd>
                    </>
                  )}
                </dl>
              </OwnNamesState>
            )}
          </div>
        </section>
        <section aria-labelledby="notices">
          <SectionHeader title={t('notices.title')} id="notices">
            {t('notices.why')}
          </SectionHeader>
          <div className="lk-card" data-padded>
            <Notices notices={notices} />
          </div>
        </section>
      </div>
    </ClientMessages>
  )
}

async function Notices({ notices }: Readonly<{ notices: OwnNotices | undefined }>) {
  const t = await portalTranslator('profile')
  if (!notices) return <p>{t('notices.noMail')}</p>
  if (notices.address !== null) return <NoticesForm offered={notices.offered} wanted={notices.wanted} />
  return (
    <p>
      {t('notices.noAddress')}{' '}
      <PortalLink inPlace href={changeHref}>
        {t('notices.addAddress')}
      </PortalLink>
    </p>
  )
}

async function ChangeLink() {
  const t = await portalTranslator('profile')
  return (
    <LinkButton inPlace href={changeHref}>
      {t('signIn.change')}
    </LinkButton>
  )
}
