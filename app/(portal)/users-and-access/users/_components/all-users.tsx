import { BulkSelection } from '#app/(portal)/_bulk/bulk-selection.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import {
  encodeListState,
  type ListState,
  listHref,
  userParameters,
  usersPath,
} from '#app/(portal)/_urls/users-and-access-url.ts'
import { bulkFormId } from '#app/(portal)/users-and-access/_components/bulk-form-id.ts'
import { NoUsers } from '#app/(portal)/users-and-access/_components/no-users.tsx'
import { SectionPages } from '#app/(portal)/users-and-access/_components/section.tsx'
import { UserFilters } from '#app/(portal)/users-and-access/_components/user-filters.tsx'
import { UsersTable } from '#app/(portal)/users-and-access/_components/users-table.tsx'
import { changeUsersAction } from '#app/(portal)/users-and-access/actions.ts'
import { LiveSearch } from '#components/live-search.tsx'
import { ListCard } from '#components/ui/list-card.tsx'
import { bulkVerbs } from '#lib/domain/people/user-lifecycle/bulk-users.ts'
import type { UserPage } from '#lib/domain/people/users/find-users.ts'
import { maxBulkUsers } from '#lib/domain/people/users/limits.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'

type Props = Readonly<{ actor: PortalUser; list: UserPage; listState: ListState }>

/** A page of the users, some of whom can be changed together. */
export async function AllUsers({ actor, list, listState }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { search } = listState
  const isNarrowed =
    Object.keys(userParameters({ ...listState, users: { ...listState.users, order: undefined } })).length > 0
  return (
    <ListCard
      tools={
        <>
          <LiveSearch
            path={usersPath}
            query={search}
            label={t('users.search')}
            also={userParameters({ ...listState, search: '' })}
          />
          <UserFilters listState={listState} />
          <p className="lk-fine" role="status">
            {t(isNarrowed ? 'users.foundFor' : 'users.found', { total: list.total })}
          </p>
        </>
      }
      foot={
        list.pages > 1 && (
          <SectionPages
            label={t('users.pages')}
            page={list.page}
            pages={list.pages}
            hrefOf={(page) => listHref({ ...listState, page }, 'users')}
          />
        )
      }
    >
      <BulkSelection
        id={bulkFormId}
        label={t('bulk.bar')}
        all={list.pages > 1 && list.total <= maxBulkUsers ? t('bulk.all', { count: list.total }) : undefined}
        action={changeUsersAction}
        actions={bulkVerbs.map((verb) => ({ verb, label: t(`bulk.verbs.${verb}`), danger: verb === 'deactivate' }))}
        fields={{ listState: encodeListState(listState) }}
        words={{ none: t('bulk.none'), tooMany: t('bulk.tooMany', { max: maxBulkUsers }) }}
        closeHref={listHref(listState, 'users')}
        focusId="users"
      >
        {list.total === 0 ? (
          <NoUsers listState={listState} />
        ) : (
          <UsersTable actor={actor} users={list.users} listState={listState} />
        )}
      </BulkSelection>
    </ListCard>
  )
}
