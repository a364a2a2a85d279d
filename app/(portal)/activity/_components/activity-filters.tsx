import type { ReactNode } from 'react'
import { kindsOf, type Period, periods } from '#lib/activity/event-filter.ts'
import { maxIdLength } from '#lib/activity/schema.ts'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { type EventGroup, type EventKind, eventGroups, eventKinds } from '#lib/audit/event.ts'
import type { FieldProblems } from '#lib/errors.ts'
import type { User } from '#lib/users/user.ts'
import { type Filter, FilterChips } from '../../../../components/ui/filter-chips.tsx'
import { Select } from '../../../../components/ui/select.tsx'
import { TextField } from '../../../../components/ui/text-field.tsx'
import { portalFormatter, portalTranslator } from '../../_preferences/preferences.ts'
import { type ActivityFilter, toParameters } from '../activity-url.ts'

const periodNames = Object.keys(periods) as Period[]

type Props = Readonly<{
  filter: ActivityFilter
  /** The user in the filter: the URL carries the ID, the chip shows the name. */
  user: User | undefined
  /** Suggestions while typing. */
  users: readonly Pick<User, 'username' | 'name'>[]
  /** The API key in the filter. */
  apiKey: Pick<ApiKey, 'name'> | undefined
  problems: FieldProblems
  /** Beside the chips. */
  children?: ReactNode
}>

/** The filters of Activity, which the URL holds. */
export async function ActivityFilters(props: Props) {
  const t = await portalTranslator('activity')
  const filters = await Promise.all([
    personFilter(props),
    accountFilter(props),
    keyFilter(props),
    kindFilter(props),
    networkFilter(props),
    timeFilter(props),
  ])
  return (
    <FilterChips path="/activity" label={t('filter')} parameters={toParameters(props.filter)} filters={filters}>
      {props.children}
    </FilterChips>
  )
}

async function personFilter({ filter, user, users, problems }: Props): Promise<Filter> {
  const t = await portalTranslator('activity')
  const value = user?.name ?? orUnset(filter.person)
  return {
    name: 'person',
    label: t('person'),
    value,
    problem:
      problems.person &&
      t(problems.person === 'ambiguous' ? 'severalPersons' : 'unknownPerson', { value: shown(filter.person) }),
    control: (
      <>
        <TextField
          name="person"
          label={t('personHint')}
          list="activity-people"
          defaultValue={user?.username ?? filter.person}
          required
        />
        <datalist id="activity-people">
          {users.map(({ username, name }) => (
            <option key={username} value={username} label={name} />
          ))}
        </datalist>
      </>
    ),
  }
}

async function accountFilter({ filter, problems }: Props): Promise<Filter> {
  const t = await portalTranslator('activity')
  return {
    name: 'account',
    label: t('accountName'),
    value: orUnset(filter.account),
    problem: problems.account && t('longAccount', { max: maxIdLength }),
    control: <TextField name="account" label={t('account')} defaultValue={filter.account} mono required />,
  }
}

async function keyFilter({ filter, apiKey, problems }: Props): Promise<Filter> {
  const t = await portalTranslator('activity')
  return {
    name: 'key',
    label: t('key'),
    value: apiKey?.name ?? orUnset(filter.key),
    problem: problems.key && t('longAccount', { max: maxIdLength }),
    control: <TextField name="key" label={t('keyId')} defaultValue={filter.key} mono required />,
  }
}

async function networkFilter({ filter, problems }: Props): Promise<Filter> {
  const t = await portalTranslator('activity')
  return {
    name: 'network',
    label: t('network'),
    value: orUnset(filter.network),
    problem:
      problems.network &&
      t(problems.network === 'host_bits' ? 'notTheFirst' : 'notANetwork', { value: shown(filter.network) }),
    control: <TextField name="network" label={t('networkHint')} defaultValue={filter.network} mono required />,
  }
}

async function kindFilter({ filter, problems }: Props): Promise<Filter> {
  const t = await portalTranslator('activity')
  const options = eventGroups.flatMap((group) => [
    { value: group, label: t(`groups.${group}`) },
    ...kindsOf(group).map((kind) => ({ value: kind, label: `\u2003${t(`kinds.${kind}`)}` })),
  ])
  const { kind } = filter
  return {
    name: 'kind',
    label: t('kind'),
    value: isGroup(kind) ? t(`groups.${kind}`) : isKind(kind) ? t(`kinds.${kind}`) : orUnset(kind),
    problem: problems.kind && t('unknownKind', { value: shown(kind) }),
    control: (
      <Select
        name="kind"
        label={t('kind')}
        defaultValue={problems.kind ? '' : kind}
        options={[{ value: '', label: t('anyKind') }, ...options]}
        required
      />
    ),
  }
}

async function timeFilter({ filter, problems }: Props): Promise<Filter> {
  const t = await portalTranslator('activity')
  const problem = problems.from ?? problems.to ?? problems.period
  return {
    name: 'time',
    label: t('fields.when'),
    parameters: ['from', 'to', 'period'],
    value: await describeTime(filter, problem !== undefined),
    problem: problem && t('notADay'),
    presets: await Promise.all(
      periodNames.map(async (period) => ({ label: await describePeriod(period), parameters: { period } })),
    ),
    control: (
      <>
        <TextField type="date" name="from" label={t('from')} defaultValue={filter.from} />
        <TextField type="date" name="to" label={t('to')} defaultValue={filter.to} />
      </>
    ),
  }
}

async function describeTime({ from, to, period }: ActivityFilter, asText: boolean): Promise<string | undefined> {
  if (asText) return shown([from, to, period].filter(Boolean).join(' – '))
  const [t, format] = await Promise.all([portalTranslator('activity'), portalFormatter()])
  const day = (date: string) => format.dateTime(Date.parse(date), { dateStyle: 'medium', timeZone: 'UTC' })
  if (from && to) return from === to ? day(from) : `${day(from)} – ${day(to)}`
  if (from) return t('sinceDay', { day: day(from) })
  if (to) return t('untilDay', { day: day(to) })
  const known = periodNames.find((name) => name === period)
  return known && describePeriod(known)
}

async function describePeriod(name: Period): Promise<string> {
  const t = await portalTranslator('activity')
  const period = periods[name]
  return 'days' in period ? t('lastDays', period) : t('lastHour')
}

function isGroup(kind: string): kind is EventGroup {
  return eventGroups.some((group) => group === kind)
}

function isKind(kind: string): kind is EventKind {
  return eventKinds.some((known) => known === kind)
}

function orUnset(text: string): string | undefined {
  return text === '' ? undefined : shown(text)
}

function shown(text: string): string {
  return text.slice(0, 64)
}
