import { Card } from '#app/(portal)/_details/card.tsx'
import { CardFoot } from '#app/(portal)/_details/items.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { changeNamesHref } from '#app/(portal)/_urls/your-account-url.ts'
import { LinkButton, PortalLink } from '#components/ui/link-button.tsx'
import { readOwnNames } from '#lib/domain/people/user-lifecycle/own-names.ts'
import { readOwnNotices } from '#lib/domain/people/users/own-notices.ts'
import { readOwnProfile } from '#lib/domain/people/users/own-profile.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { languageNames, languages } from '#lib/foundation/i18n/languages.ts'
import { getServices } from '#lib/foundation/services.ts'
import { NoticesForm } from './notices-form.tsx'
import { OwnNamesState } from './own-names.tsx'
import styles from './profile.module.css'
import { ProfileForm } from './profile-form.tsx'
import { SignInNamesForm } from './sign-in-names-form.tsx'

type Props = Readonly<{ actor: PortalUser }>

/** The user's name, language and time zone. */
export async function AboutCard({ actor }: Props) {
  const services = await getServices()
  const [t, { user, preferences }, { isManaged }] = await Promise.all([
    portalTranslator('profile'),
    readOwnProfile(services, actor),
    readOwnNames(services, actor),
  ])
  const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }))
  const zoneOptions = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') }))
  return (
    <Card title={t('person.title')}>
      <div className={styles.body}>
        <ProfileForm
          name={user.name}
          isManaged={isManaged}
          language={preferences.language ?? ''}
          timeZone={preferences.timeZone ?? ''}
          languages={[{ value: '', label: t('person.likeBrowser') }, ...languageOptions]}
          timeZones={[{ value: '', label: t('person.likeDevice') }, ...zoneOptions]}
        />
      </div>
      <CardFoot>{t('person.why')}</CardFoot>
    </Card>
  )
}

/** The names that the user signs in with. */
export async function OwnNamesCard({ actor, isChanging }: Props & Readonly<{ isChanging: boolean }>) {
  const services = await getServices()
  const [t, { user }, names] = await Promise.all([
    portalTranslator('profile'),
    readOwnProfile(services, actor),
    readOwnNames(services, actor),
  ])
  const isOpen = isChanging && !names.isManaged
  const change = (
    <LinkButton inPlace size="small" href={changeNamesHref}>
      {t('signIn.change')}
    </LinkButton>
  )
  return (
    <Card title={t('signIn.title')} action={!isOpen && !names.isManaged && change}>
      <div className={styles.body}>
        {isOpen ? (
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
      <CardFoot>{t('signIn.why')}</CardFoot>
    </Card>
  )
}

/** The optional notices that the user gets by mail. */
export async function NoticesCard({ actor }: Props) {
  const services = await getServices()
  const [t, notices] = await Promise.all([portalTranslator('profile'), readOwnNotices(services, actor)])
  const addAddress = (
    <PortalLink inPlace href={changeNamesHref}>
      {t('notices.addAddress')}
    </PortalLink>
  )
  return (
    <Card title={t('notices.title')}>
      <div className={styles.body}>
        {!notices && <p>{t('notices.noMail')}</p>}
        {notices?.address === null && (
          <p>
            {t('notices.noAddress')} {addAddress}
          </p>
        )}
        {notices && notices.address !== null && <NoticesForm offered={notices.offered} wanted={notices.wanted} />}
      </div>
      <CardFoot>{t('notices.why')}</CardFoot>
    </Card>
  )
}
