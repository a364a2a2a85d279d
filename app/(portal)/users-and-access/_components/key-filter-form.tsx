import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import {
  allCurrentKeys,
  isFiltered,
  type KeyListState,
  keyParameters,
  type ListState,
  listHref,
  listPath,
  userParameters,
} from '#app/(portal)/_urls/users-and-access-url.ts'
import { Button } from '#components/ui/button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { SearchField } from '#components/ui/search-field.tsx'
import type { KeyPage } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { keyAgeFilters, keySorts, keyStateFilters } from '#lib/domain/keys/api-keys/key-filter.ts'
import { maxSearchLength } from '#lib/kernel/field-lengths.ts'
import { AutoFilter } from './auto-filter.tsx'
import { FilterSelect } from './filter-select.tsx'
import styles from './key-filter.module.css'

type Props = Readonly<{ list: KeyPage; listState: ListState }>

/** Search, filters and order of the keys. */
export async function KeyFilterForm({ list, listState }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { keys = allCurrentKeys, ...users } = listState
  const owners = list.owners.map(({ id, distinctName }) => ({ value: id, label: distinctName }))
  return (
    <AutoFilter
      path={listPath}
      fragment="api-keys"
      values={toFields(keys)}
      defaults={toFields(allCurrentKeys)}
      also={{ ...userParameters(users), ...(users.page > 1 && { page: String(users.page) }) }}
      className={styles.filter}
    >
      <SearchField
        name={keyParameters.search}
        label={t('keys.search')}
        defaultValue={keys.search}
        maxLength={maxSearchLength}
      />
      <FilterSelect
        label={t('keys.columns.owner')}
        name={keyParameters.ownerId}
        options={[{ value: '', label: t('keys.anyOwner') }, ...owners]}
        value={keys.ownerId}
        idle=""
      />
      <FilterSelect
        label={t('keys.columns.state')}
        name={keyParameters.state}
        options={keyStateFilters.map((value) => ({ value, label: t(`keys.stateFilters.${value}`) }))}
        value={keys.state}
        idle={allCurrentKeys.state}
      />
      <FilterSelect
        label={t('keys.age')}
        name={keyParameters.age}
        options={keyAgeFilters.map((value) => ({ value, label: t(`keys.ageFilters.${value}`) }))}
        value={keys.age}
        idle={allCurrentKeys.age}
      />
      <FilterSelect
        label={t('keys.sort')}
        name={keyParameters.sort}
        options={keySorts.map((value) => ({ value, label: t(`keys.sorts.${value}`) }))}
        value={keys.sort}
        idle={keys.sort}
      />
      <div className={styles.apply}>
        <Button type="submit">{t('keys.apply')}</Button>
      </div>
    </AutoFilter>
  )
}

function toFields({ search, ownerId, state, age, sort }: KeyListState): Record<string, string> {
  return {
    [keyParameters.search]: search,
    [keyParameters.ownerId]: ownerId,
    [keyParameters.state]: state,
    [keyParameters.age]: age,
    [keyParameters.sort]: sort,
  }
}

/** How many keys match, and the way back to all. */
export async function KeyCount({ list, listState }: Props) {
  const [t, format] = await Promise.all([portalTranslator('usersAndAccess'), portalFormatter()])
  const { keys = allCurrentKeys, ...users } = listState
  const total = list.hasMore ? `${format.number(list.total)}+` : format.number(list.total)
  return (
    <>
      <span role="status">{t('keys.found', { total, all: list.all })}</span>{' '}
      {isFiltered(keys) && (
        <LinkButton href={listHref(users, 'api-keys')} size="small" variant="quiet">
          {t('keys.clear')}
        </LinkButton>
      )}
    </>
  )
}
