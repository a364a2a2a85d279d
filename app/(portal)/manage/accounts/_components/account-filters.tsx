import { type Filter, FilterChips } from '#app/(portal)/_lists/filter-chips.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { type ListState, listPath, toListParameters } from '#app/(portal)/_urls/accounts-url.ts'
import type { GroupChoice } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { describeLocale } from '#lib/foundation/i18n/describe-locale.ts'

type Props = Readonly<{ listState: ListState; locales: readonly string[]; groups: readonly GroupChoice[] }>

/** The filters of the accounts list, which the URL holds. */
export async function AccountFilters({ listState, locales, groups }: Props) {
  const t = await portalTranslator('accounts')
  const { state, locale, neverOpened, group } = listState
  const states = (['active', 'suspended'] as const).map((value) => ({ value, label: t(`states.${value}`) }))
  const filters: Filter[] = [
    {
      name: 'state',
      label: t('filter'),
      value: state === 'all' ? undefined : t(`states.${state}`),
      options: states,
    },
    {
      name: 'opened',
      label: t('columns.opened'),
      value: neverOpened ? t('never') : undefined,
      options: [{ value: 'never', label: t('filters.neverOpened') }],
    },
  ]
  if (locales.length > 0 || locale !== undefined) {
    filters.splice(1, 0, {
      name: 'locale',
      label: t('filters.locale'),
      value: locale && describeLocale(locale),
      options: locales.map((value) => ({ value, label: describeLocale(value) })),
    })
  }
  if (groups.length > 0 || group !== undefined) {
    filters.push({
      name: 'group',
      label: t('filters.group'),
      value: group && (groups.find(({ id }) => id === group)?.name ?? t('filters.unknownGroup')),
      options: groups.map(({ id, name }) => ({ value: id, label: name })),
    })
  }
  return (
    <FilterChips
      path={listPath}
      label={t('filters.label')}
      parameters={toListParameters(listState)}
      filters={filters}
    />
  )
}
