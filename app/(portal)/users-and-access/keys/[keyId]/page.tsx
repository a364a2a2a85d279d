import { notFound } from 'next/navigation'
import { Columns } from '#app/(portal)/_details/columns.tsx'
import { NewestEvents } from '#app/(portal)/_details/newest-events.tsx'
import { Breadcrumbs } from '#app/(portal)/_header/breadcrumbs.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { activityHref } from '#app/(portal)/_urls/activity-url.ts'
import { type Query, textOf } from '#app/(portal)/_urls/list-url.ts'
import { keyHref, listHref, readListState, readOpenDialog } from '#app/(portal)/_urls/users-and-access-url.ts'
import { OpenAccessDialog } from '#app/(portal)/users-and-access/_components/open-dialog.tsx'
import { readSecretDialog } from '#app/(portal)/users-and-access/keys/[keyId]/_components/secrets-url.ts'
import { listNewestEvents } from '#lib/domain/events/activity/list-events.ts'
import { listRefusalsOfKey } from '#lib/domain/events/refusals/find-refusals.ts'
import { readLiveKey } from '#lib/domain/events/refusals/live-key.ts'
import { findApiKey, nameKeyUsers } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { countExcess } from '#lib/domain/keys/api-keys/set-call-limit.ts'
import { readHandOver } from '#lib/domain/keys/hand-over/read-hand-over.ts'
import { readKeySecrets } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import { usagePeriods } from '#lib/domain/keys/usage/key-usage.ts'
import { readKeyUsage } from '#lib/domain/keys/usage/read-key-usage.ts'
import { listReturnAddresses } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { countSessionsOfApiKey } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { getServices } from '#lib/foundation/services.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { ExpiryNotice } from './_components/expiry-notice.tsx'
import { KeyFacts } from './_components/key-facts.tsx'
import { KeyHeader } from './_components/key-header.tsx'
import { KeyLimits } from './_components/key-limits.tsx'
import { KeyLive } from './_components/key-live.tsx'
import { KeyUsage } from './_components/key-usage.tsx'
import { OpenSecretDialog } from './_components/open-secret-dialog.tsx'
import { SecretsCard } from './_components/secrets-card.tsx'

const maxEvents = 20
const maxRefusals = 5

type Props = Readonly<{ params: Promise<{ keyId: string }>; searchParams: Promise<Query> }>

export const generateMetadata = pageTitle('usersAndAccess', (t) => t('keyPage.title'))

/** One API key: facts, limits, use, its events, and what can be done with it. */
export default async function KeyPage({ params, searchParams }: Props) {
  const [actor, services, { keyId }, query, t] = await Promise.all([
    requireManagerPage(),
    getServices(),
    params,
    searchParams,
    portalTranslator('usersAndAccess'),
  ])
  const apiKey = await findApiKey(services, actor, keyId)
  if (!apiKey) notFound()
  const since = services.clock.now() - dayMs
  const period = usagePeriods.find((known) => known === textOf(query.usage)) ?? 'month'
  const [events, openSessions, usage, excess, live, refusals, addresses, secrets, handOver, names] = await Promise.all([
    listNewestEvents(services, actor, { filter: { keyId }, limit: maxEvents }),
    countSessionsOfApiKey(services, actor, apiKey),
    readKeyUsage(services, actor, { keyId, period }),
    countExcess(services, actor, apiKey.id),
    readLiveKey(services, actor, keyId),
    listRefusalsOfKey(services, actor, { keyId, since, limit: maxRefusals }),
    listReturnAddresses(services, actor),
    readKeySecrets(services, actor, keyId),
    readHandOver(services, actor, keyId),
    nameKeyUsers(services, actor, apiKey),
  ])
  const secretDialog = readSecretDialog(query)
  const dialog = readOpenDialog({ ...query, of: keyId })
  const closeHref = keyHref(keyId)
  const context = dialog?.section === 'api-keys' && {
    ...dialog,
    services,
    actor,
    closeHref,
    listState: readListState({}),
    confirmBy: await findConfirmBy(services, actor),
  }
  return (
    <>
      <Breadcrumbs
        place="usersAndAccess"
        below={[{ href: listHref({ search: '', page: 1 }, 'api-keys'), label: t('keys.title') }]}
      />
      {/* The key ID's copy button, and the dialog. */}
      <ClientMessages>
        <KeyHeader apiKey={apiKey} secrets={secrets} />
      </ClientMessages>
      <ExpiryNotice actor={actor} apiKey={apiKey} />
      <Columns
        wide={
          <>
            <ClientMessages>
              <SecretsCard actor={actor} apiKey={apiKey} secrets={secrets} handOver={handOver} />
            </ClientMessages>
            <KeyUsage {...{ apiKey, openSessions, usage, period }} secrets={secrets.secrets} />
            <NewestEvents
              of={keyId}
              title={t('keyPage.events')}
              events={events}
              none={t('keyPage.noEvents')}
              all={{ href: activityHref({ key: keyId }), label: t('keyPage.allEvents') }}
            />
          </>
        }
        narrow={
          <>
            <KeyLive keyId={keyId} live={live} refusals={refusals} origins={addresses.map(({ origin }) => origin)} />
            <KeyFacts apiKey={apiKey} names={names} />
            <KeyLimits apiKey={apiKey} excess={excess} />
          </>
        }
      />
      {context && <OpenAccessDialog context={context} addresses={[]} />}
      {secretDialog && <OpenSecretDialog {...{ actor, apiKey, secrets, handOver }} name={secretDialog} />}
    </>
  )
}
