import { BulkSelection } from '#app/(portal)/_bulk/bulk-selection.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import {
  dialogHref,
  encodeListState,
  keyListParameters,
  type ListState,
  listHref,
  listPath,
  userParameters,
} from '#app/(portal)/_urls/users-and-access-url.ts'
import { changeUsersAction } from '#app/(portal)/users-and-access/actions.ts'
import { LiveSearch } from '#components/live-search.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { ListCard } from '#components/ui/list-card.tsx'
import { bulkVerbs } from '#lib/domain/people/user-lifecycle/bulk-users.ts'
import type { UserPage } from '#lib/domain/people/users/find-users.ts'
import { maxBulkUsers } from '#lib/domain/people/users/limits.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { bulkFormId } from './bulk-form-id.ts'
import { Section, SectionPages } from './section.tsx'
import { UserFilters } from './user-filters.tsx'
import styles from './users-and-access.module.css'
import { UsersTable } from './users-table.tsx'

type Props = Readonly<{ actor: PortalUser; list: UserPage; listState: ListState }>

/** People who sign in, and service users for programs. */
export async function UsersSection({ actor, list, listState }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { search } = listState
  const isNarrowed =
    Object.keys(userParameters({ ...listState, users: { ...listState.users, order: undefined } })).length > 0
  return (
    <Section
      id="users"
      title={t('users.title')}
      why={t('users.why')}
      add={{ href: dialogHref(listState, 'add-user'), label: t('users.add') }}
    >
      <ListCard
        tools={
          <>
            <LiveSearch
              path={listPath}
              query={search}
              label={t('users.search')}
              also={{ ...userParameters({ ...listState, search: '' }), ...keyListParameters(listState.keys) }}
            />
            <div className={styles.filters}>
              <UserFilters listState={listState} />
            </div>
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
          actions={bulkVerbs.map((verb) => ({
            verb,
            label: t(`bulk.verbs.${verb}`),
            danger: verb === 'deactivate',
          }))}
          fields={{ listState: encodeListState(listState) }}
          words={{ none: t('bulk.none'), tooMany: t('bulk.tooMany', { max: maxBulkUsers }) }}
          closeHref={listHref(listState, 'users')}
          focusId="users"
        >
          {list.total === 0 ? (
            <EmptyState
              noun="user"
              title={search === '' ? t('users.noneWithFilters') : t('users.nobody', { search })}
              action={<ShowMore listState={listState} />}
            >
              {search !== '' && t('users.nobodyHint')}
            </EmptyState>
          ) : (
            <UsersTable actor={actor} users={list.users} listState={listState} />
          )}
        </BulkSelection>
      </ListCard>
    </Section>
  )
}

/** The way out of a search or of filters that find nothing: clears the filters, and otherwise the search. */
async function ShowMore({ listState }: Pick<Props, 'listState'>) {
  const [t, widgets] = await Promise.all([portalTranslator('usersAndAccess'), portalTranslator('widgets')])
  const { order, ...filters } = listState.users ?? {}
  const hasFilters = Object.keys(filters).length > 0
  const search = hasFilters ? listState.search : ''
  return (
    <LinkButton href={listHref({ ...listState, search, page: 1, users: { order } }, 'users')}>
      {hasFilters ? widgets('clearFilters') : t('users.showAll')}
    </LinkButton>
  )
}
