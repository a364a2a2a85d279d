import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { type ListState, listPath, toListParameters } from '#app/(portal)/_urls/accounts-url.ts'
import { type Filter, FilterChips } from '#components/ui/filter-chips.tsx'
import { Select } from '#components/ui/select.tsx'
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
      control: <Select name="state" label={t('filter')} options={states} defaultValue={state} />,
    },
    {
      name: 'opened',
      label: t('columns.opened'),
      value: neverOpened ? t('never') : undefined,
      control: (
        <Select
          name="opened"
          label={t('columns.opened')}
          options={[{ value: 'never', label: t('filters.neverOpened') }]}
        />
      ),
    },
  ]
  if (locales.length > 0 || locale !== undefined) {
    const options = locales.map((value) => ({ value, label: describeLocale(value) }))
    filters.splice(1, 0, {
      name: 'locale',
      label: t('filters.locale'),
      value: locale && describeLocale(locale),
      control: <Select name="locale" label={t('filters.locale')} options={options} defaultValue={locale} />,
    })
  }
  if (groups.length > 0 || group !== undefined) {
    filters.push({
      name: 'group',
      label: t('filters.group'),
      value: group && (groups.find(({ id }) => id === group)?.name ?? t('filters.unknownGroup')),
      control: (
        <Select
          name="group"
          label={t('filters.group')}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          defaultValue={group}
        />
      ),
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
