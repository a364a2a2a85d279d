import { FilterChips } from '#app/(portal)/_lists/filter-chips.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import {
  keyListParameters,
  type ListState,
  listPath,
  userParameters,
  usersPath,
} from '#app/(portal)/_urls/users-and-access-url.ts'
import { userStatuses } from '#lib/domain/people/users/user-filter.ts'
import { roles } from '#lib/foundation/authorization/roles.ts'

const statusNames = { active: 'active', never: 'neverSignedIn', deactivated: 'deactivated' } as const

/** The filters of the users list, which the URL holds. */
export async function UserFilters({ listState }: Readonly<{ listState: ListState }>) {
  const t = await portalTranslator('usersAndAccess')
  const { role, status, noAccess, noFactor } = listState.users ?? {}
  const none = t('users.access.listed', { count: 0 })
  const noneHeld = t('users.noFactor')
  return (
    <FilterChips
      path={listState.all ? usersPath : listPath}
      label={t('users.filters')}
      parameters={{ ...userParameters(listState), ...keyListParameters(listState.keys) }}
      filters={[
        {
          name: 'role',
          label: t('users.columns.role'),
          value: role && t(`roles.${role}`),
          options: roles.map((value) => ({ value, label: t(`roles.${value}`) })),
        },
        {
          name: 'access',
          label: t('users.columns.access'),
          value: noAccess ? none : undefined,
          options: [{ value: 'none', label: none }],
        },
        {
          name: 'status',
          label: t('users.columns.state'),
          value: status && t(`users.states.${statusNames[status]}`),
          options: userStatuses.map((value) => ({ value, label: t(`users.states.${statusNames[value]}`) })),
        },
        {
          name: 'factor',
          label: t('users.factor'),
          value: noFactor ? noneHeld : undefined,
          options: [{ value: 'none', label: noneHeld }],
        },
      ]}
    />
  )
}
