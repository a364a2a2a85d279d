import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { IncompleteLink, UnusableLink } from '#app/(portal)/_session/unusable-link.tsx'
import { requireUser } from '#app/(portal)/_session/user.ts'
import { PageHeader } from '#components/ui/page-header.tsx'
import { findOwnProof } from '#lib/domain/people/user-lifecycle/own-names.ts'
import { getSessionUser } from '#lib/domain/people/users/find-users.ts'
import { toNameKey } from '#lib/domain/people/users/user.ts'
import { getServices } from '#lib/foundation/services.ts'
import { ConfirmEmailForm } from './confirm-email-form.tsx'

export const generateMetadata = pageTitle('profile', (t) => t('proof.title'))

/** Proves an email address by the link that was mailed to it. Viewing the page doesn't use the link up. */
export default async function ConfirmEmailPage({ searchParams }: PageProps<'/your-account/confirm-email'>) {
  const actor = await requireUser()
  const { token } = await searchParams
  if (typeof token !== 'string' || token === '') return <IncompleteLink signedIn />
  const services = await getServices()
  const [t, email] = await Promise.all([portalTranslator('profile'), findOwnProof(services, actor, token)])
  if (email === undefined) return <UnusableLink signedIn why={t('proof.unusable')} />
  const user = await getSessionUser(services, actor)
  return (
    <ClientMessages namespaces={['profile']}>
      <PageHeader title={t('proof.title')}>
        {t('proof.why', { username: user.username, email })}
        {isOtherAddress(user, email) && ` ${t('proof.formerTold')}`}
      </PageHeader>
      <ConfirmEmailForm token={token} />
    </ClientMessages>
  )
}

/** Who had no address, or proves the present one, has no former one. */
function isOtherAddress(user: Readonly<{ email: string | null }>, email: string): boolean {
  return user.email !== null && toNameKey(user.email) !== toNameKey(email)
}
