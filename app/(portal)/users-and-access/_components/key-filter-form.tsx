import Form from 'next/form'
import type { KeyPage } from '#lib/api-keys/find-api-keys.ts'
import { keyAgeFilters, keySorts, keyStateFilters } from '#lib/api-keys/key-filter.ts'
import { Button } from '../../../../components/ui/button.tsx'
import { LinkButton } from '../../../../components/ui/link-button.tsx'
import { SearchField } from '../../../../components/ui/search-field.tsx'
import { Select } from '../../../../components/ui/select.tsx'
import { portalTranslator } from '../../_preferences/preferences.ts'
import { allCurrentKeys, isFiltered, keyParameters } from '../key-list-state.ts'
import { type ListState, listHref, listPath } from '../list-state.ts'
import styles from './users-and-access.module.css'

type Props = Readonly<{ list: KeyPage; listState: ListState }>

/** Search, filters and order of the keys: a GET form, which works without scripts. */
export async function KeyFilterForm({ list, listState }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { keys = allCurrentKeys, ...users } = listState
  const owners = list.owners.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <Form action={`${listPath}#api-keys`} scroll={false} className={styles.keyFilter} key={JSON.stringify(keys)}>
        {users.search !== '' && <input type="hidden" name="q" value={users.search} />}
        {users.page > 1 && <input type="hidden" name="page" value={users.page} />}
        <SearchField name={keyParameters.search} label={t('keys.search')} defaultValue={keys.search} maxLength={120} />
        <Select
          label={t('keys.columns.owner')}
          name={keyParameters.ownerId}
          options={[{ value: '', label: t('keys.anyOwner') }, ...owners]}
          defaultValue={keys.ownerId}
        />
        <Select
          label={t('keys.columns.state')}
          name={keyParameters.state}
          options={keyStateFilters.map((value) => ({ value, label: t(`keys.stateFilters.${value}`) }))}
          defaultValue={keys.state}
        />
        <Select
          label={t('keys.age')}
          name={keyParameters.age}
          options={keyAgeFilters.map((value) => ({ value, label: t(`keys.ageFilters.${value}`) }))}
          defaultValue={keys.age}
        />
        <Select
          label={t('keys.sort')}
          name={keyParameters.sort}
          options={keySorts.map((value) => ({ value, label: t(`keys.sorts.${value}`) }))}
          defaultValue={keys.sort}
        />
        <Button type="submit">{t('keys.apply')}</Button>
      </Form>
      <p className={styles.keyCount} role="status">
        {t('keys.found', { total: list.total, all: list.all })}{' '}
        {isFiltered(keys) && (
          <LinkButton href={listHref(users, 'api-keys')} size="small" variant="quiet">
            {t('keys.clear')}
          </LinkButton>
        )}
      </p>
    </>
  )
}
