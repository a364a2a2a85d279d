import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import {
  keyListParameters,
  type ListState,
  listPath,
  userParameters,
} from '#app/(portal)/_urls/users-and-access-url.ts'
import { FilterChips } from '#components/ui/filter-chips.tsx'
import { Select } from '#components/ui/select.tsx'
import { userStatuses } from '#lib/domain/people/users/user-filter.ts'
import { roles } from '#lib/foundation/authorization/roles.ts'

const statusNames = { active: 'active', never: 'neverSignedIn', deactivated: 'deactivated' } as const

/** The filters of the users list, which the URL holds. */
export async function UserFilters({ listState }: Readonly<{ listState: ListState }>) {
  const t = await portalTranslator('usersAndAccess')
  const { role, status, noAccess, noFactor } = listState.users ?? {}
  const [roleLabel, stateLabel] = [t('users.columns.role'), t('users.columns.state')]
  const accessLabel = t('users.columns.access')
  const none = t('users.access.listed', { count: 0 })
  const factorLabel = t('users.factor')
  const noneHeld = t('users.noFactor')
  const roleOptions = roles.map((value) => ({ value, label: t(`roles.${value}`) }))
  const statusOptions = userStatuses.map((value) => ({ value, label: t(`users.states.${statusNames[value]}`) }))
  return (
    <FilterChips
      path={listPath}
      label={t('users.filters')}
      parameters={{ ...userParameters(listState), ...keyListParameters(listState.keys) }}
      filters={[
        {
          name: 'role',
          label: roleLabel,
          value: role && t(`roles.${role}`),
          control: <Select name="role" label={roleLabel} options={roleOptions} defaultValue={role} />,
        },
        {
          name: 'status',
          label: stateLabel,
          value: status && t(`users.states.${statusNames[status]}`),
          control: <Select name="status" label={stateLabel} options={statusOptions} defaultValue={status} />,
        },
        {
          name: 'access',
          label: accessLabel,
          value: noAccess ? none : undefined,
          control: <Select name="access" label={accessLabel} options={[{ value: 'none', label: none }]} />,
        },
        {
          name: 'factor',
          label: factorLabel,
          value: noFactor ? noneHeld : undefined,
          control: <Select name="factor" label={factorLabel} options={[{ value: 'none', label: noneHeld }]} />,
        },
      ]}
    />
  )
}
