import { forbidden, notFound } from 'next/navigation'
import { Columns } from '#app/(portal)/_details/columns.tsx'
import { NewestEvents } from '#app/(portal)/_details/newest-events.tsx'
import { Breadcrumbs } from '#app/(portal)/_header/breadcrumbs.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { IdentitiesCard } from '#app/(portal)/_sessions/identities-card.tsx'
import { activityHref } from '#app/(portal)/_urls/activity-url.ts'
import { textOf } from '#app/(portal)/_urls/list-url.ts'
import { listHref, readListState, readOpenDialog, userHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { OpenAccessDialog } from '#app/(portal)/users-and-access/_components/open-dialog.tsx'
import { findUserOfUrl } from '#app/(portal)/users-and-access/find-user-of-url.ts'
import { FocusReturn } from '#components/focus-return.tsx'
import { listNewestEvents } from '#lib/domain/events/activity/list-events.ts'
import { readLeaverSheet } from '#lib/domain/people/leaver-sheet/read-leaver-sheet.ts'
import { findProvisioned } from '#lib/domain/people/scim/find-provisioned.ts'
import { findUndecidedNames } from '#lib/domain/people/user-lifecycle/decide-names.ts'
import { previewFactorReset } from '#lib/domain/people/user-lifecycle/reset-factors.ts'
import { listIdentities } from '#lib/domain/sign-in/company-sign-in/identities.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { mayManageRole } from '#lib/foundation/authorization/permissions.ts'
import { getServices } from '#lib/foundation/services.ts'
import { ManagedCard } from './_components/managed-card.tsx'
import { NamesCard } from './_components/names-card.tsx'
import { OpenNow } from './_components/open-now.tsx'
import { OpenUserDialog } from './_components/open-user-dialog.tsx'
import { OwnedKeys } from './_components/owned-keys.tsx'
import { SeenSecrets } from './_components/seen-secrets.tsx'
import { UserFacts } from './_components/user-facts.tsx'
import { UserHeader } from './_components/user-header.tsx'
import { readUserDialog, sheetId, unlinkHref } from './_components/user-url.ts'

const maxEvents = 10

export const generateMetadata = pageTitle('userPage', (t) => t('title'))

/**
 * One user: what they know, own, opened and have open, and what can be done about it. The sheet of a user who leaves.
 */
export default async function UserPage({ params, searchParams }: PageProps<'/users-and-access/users/[userId]'>) {
  const [actor, services, { userId }, query] = await Promise.all([
    requireManagerPage(),
    getServices(),
    params,
    searchParams,
  ])
  const user = await findUserOfUrl(services, actor, userId)
  if (!user) notFound()
  if (!mayManageRole(actor.role, user.role)) forbidden()
  const [t, users, sheet, events, reset, identities, provisioned, names] = await Promise.all([
    portalTranslator('userPage'),
    portalTranslator('usersAndAccess'),
    readLeaverSheet(services, actor, userId),
    listNewestEvents(services, actor, { filter: { userId }, limit: maxEvents }),
    previewFactorReset(services, actor, user),
    listIdentities(services, actor, userId),
    findProvisioned(services, actor, userId),
    findUndecidedNames(services, actor, userId),
  ])
  const name = readUserDialog(query)
  const dialog = readOpenDialog({ ...query, of: userId })
  const confirmBy = (name || dialog) !== undefined && (await findConfirmBy(services, actor))
  return (
    <>
      <Breadcrumbs
        place="usersAndAccess"
        below={[{ href: listHref({ search: '', page: 1 }, 'users'), label: users('users.title') }]}
      />
      <UserHeader actor={actor} user={user} hasFactor={reset !== undefined} />
      <div id={sheetId} tabIndex={-1}>
        <Columns
          wide={
            <>
              <SeenSecrets sheet={sheet} />
              <OwnedKeys keys={sheet.keys} />
              <NewestEvents
                of={userId}
                title={t('events')}
                events={events}
                none={t('noEvents')}
                all={{ href: activityHref({ person: userId }), label: t('allEvents') }}
              />
            </>
          }
          narrow={
            <>
              {names && <NamesCard userId={userId} names={names} />}
              <OpenNow sheet={sheet} />
              {identities.length > 0 && (
                <IdentitiesCard identities={identities} unlinkHref={(id) => unlinkHref(userId, id)} />
              )}
              <UserFacts sheet={sheet} />
              {provisioned && <ManagedCard provisioned={provisioned} />}
            </>
          }
        />
      </div>
      <FocusReturn section={name || dialog ? sheetId : undefined} />
      {name && (
        <OpenUserDialog
          name={name}
          sheet={sheet}
          confirmBy={confirmBy}
          names={names}
          identity={identities.find(({ id }) => id === textOf(query.identity))}
        />
      )}
      {dialog?.section === 'users' && (
        <OpenAccessDialog
          context={{ ...dialog, services, actor, listState: readListState({}), closeHref: userHref(userId), confirmBy }}
          addresses={[]}
        />
      )}
    </>
  )
}
