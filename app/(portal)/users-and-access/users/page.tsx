import { Breadcrumbs } from '#app/(portal)/_header/breadcrumbs.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { dialogHref, listHref, readListState, readOpenDialog } from '#app/(portal)/_urls/users-and-access-url.ts'
import { OpenAccessDialog } from '#app/(portal)/users-and-access/_components/open-dialog.tsx'
import { FocusReturn } from '#components/focus-return.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listUsers } from '#lib/domain/people/users/find-users.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { getServices } from '#lib/foundation/services.ts'
import { AllUsers } from './_components/all-users.tsx'

export const generateMetadata = pageTitle('usersAndAccess', (t) => t('users.title'))

/** All users, for owners and admins, who change several of them at once here. */
export default async function UsersPage({ searchParams }: PageProps<'/users-and-access/users'>) {
  const [actor, query, services] = await Promise.all([requireManagerPage(), searchParams, getServices()])
  const { keys: _, ...listState } = readListState(query, true)
  const [t, users] = await Promise.all([
    portalTranslator('usersAndAccess'),
    listUsers(services, actor, { ...listState, filter: listState.users }),
  ])
  const dialog = readOpenDialog(query)
  return (
    <>
      <Breadcrumbs place="usersAndAccess" />
      <PageHeader
        title={t('users.title')}
        action={
          <LinkButton href={dialogHref(listState, 'add-user')} variant="primary" inPlace>
            {t('users.add')}
          </LinkButton>
        }
      >
        {t('users.why')}
      </PageHeader>
      <div id="users" tabIndex={-1}>
        <AllUsers actor={actor} list={users} listState={listState} />
      </div>
      <FocusReturn section={dialog && 'users'} page={users.page} otherwise="users" />
      {dialog?.section === 'users' && (
        <OpenAccessDialog
          context={{
            ...dialog,
            services,
            actor,
            listState,
            closeHref: listHref(listState, 'users'),
            confirmBy: await findConfirmBy(services, actor),
          }}
          addresses={[]}
        />
      )}
    </>
  )
}
