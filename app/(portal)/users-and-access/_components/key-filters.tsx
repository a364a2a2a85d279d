import { FilterChips } from '#app/(portal)/_lists/filter-chips.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import {
  allCurrentKeys,
  keyListParameters,
  keyParameters,
  type ListState,
  listPath,
  userParameters,
} from '#app/(portal)/_urls/users-and-access-url.ts'
import { LiveSearch } from '#components/live-search.tsx'
import type { KeyPage } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { keyAgeFilters, keyStateFilters, keyUses } from '#lib/domain/keys/api-keys/key-filter.ts'

const path = `${listPath}#api-keys`

type Props = Readonly<{ listState: ListState; owners: KeyPage['owners'] }>

/** Search and filters of the keys, which the URL holds. */
export async function KeyFilters({ listState, owners }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { keys = allCurrentKeys } = listState
  const { ownerId, purpose, state, age } = keys
  const kept = userParameters(listState)
  const ages = keyAgeFilters.filter((value) => value !== 'any')
  return (
    <>
      <LiveSearch
        path={path}
        name={keyParameters.search}
        query={keys.search}
        label={t('keys.search')}
        placeholder={t('keys.searchShort')}
        also={{ ...kept, ...keyListParameters({ ...keys, search: '', page: 1 }) }}
      />
      <FilterChips
        path={path}
        label={t('keys.filters')}
        parameters={{ ...kept, ...keyListParameters({ ...keys, page: 1 }) }}
        filters={[
          {
            name: keyParameters.ownerId,
            label: t('keys.columns.owner'),
            value: ownerId === '' ? undefined : (owners.find(({ id }) => id === ownerId)?.distinctName ?? ownerId),
            options: owners.map(({ id, distinctName }) => ({ value: id, label: distinctName })),
          },
          {
            name: keyParameters.purpose,
            label: t('keys.columns.purpose'),
            value: purpose && t(`keys.purposes.${purpose}`),
            options: keyUses.map((value) => ({ value, label: t(`keys.purposes.${value}`) })),
          },
          {
            name: keyParameters.state,
            label: t('keys.columns.state'),
            value: state === allCurrentKeys.state ? undefined : t(`keys.stateFilters.${state}`),
            options: keyStateFilters
              .filter((value) => value !== allCurrentKeys.state)
              .map((value) => ({ value, label: t(`keys.stateFilters.${value}`) })),
          },
          {
            name: keyParameters.age,
            label: t('keys.age'),
            value: age === 'any' ? undefined : t(`keys.ageFilters.${age}`),
            options: ages.map((value) => ({ value, label: t(`keys.ageFilters.${value}`) })),
          },
        ]}
      />
    </>
  )
}
