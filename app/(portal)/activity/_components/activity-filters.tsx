import type { ReactNode } from 'react'
import { type Filter, FilterChips } from '#app/(portal)/_lists/filter-chips.tsx'
import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { type ActivityFilter, toParameters } from '#app/(portal)/_urls/activity-url.ts'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { kindsOf, type Period, periods } from '#lib/domain/events/activity/event-filter.ts'
import {
  type FoundNames,
  type Named,
  type NamedFilter,
  namedFilters,
} from '#lib/domain/events/activity/named-filters.ts'
import { maxNamedLength } from '#lib/domain/events/activity/schema.ts'
import { type EventGroup, type EventKind, eventGroups, eventKinds } from '#lib/foundation/audit/event.ts'
import type { FieldProblems } from '#lib/kernel/errors.ts'
import { NameField } from './name-field.tsx'

const periodNames = Object.keys(periods) as Period[]

type Props = Readonly<{
  filter: ActivityFilter
  /** What the filter names. */
  named: FoundNames
  problems: FieldProblems
  /** What a name may mean that several have. */
  choices: Readonly<Partial<Record<NamedFilter, readonly Named[]>>>
  /** Next to the chips. */
  children?: ReactNode
}>

/** The filters of Activity, which the URL holds. */
export async function ActivityFilters(props: Props) {
  const t = await portalTranslator('activity')
  const filters = await Promise.all([
    ...namedFilters.map((name) => namedFilter(name, props)),
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

/** A filter whose value is typed as a name or an ID. The URL may carry either; the chip shows the name. */
async function namedFilter(name: NamedFilter, { filter, named, choices, problems }: Props): Promise<Filter> {
  const t = await portalTranslator('activity')
  const value = shown(filter[name])
  const found = named[name]
  return {
    name,
    label: t(name),
    value: found?.name ?? orUnset(filter[name]),
    problem: problems[name] && t(namedProblem(name, problems[name]), { value, max: maxNamedLength }),
    choices: choices[name]?.map(({ id, name: label, fact }) => ({ value: id, label, fact })) ?? [],
    control: <NameField name={name} label={t(`nameOrId.${name}`)} defaultValue={fieldText(name, found) ?? value} />,
  }
}

function namedProblem(name: NamedFilter, problem: string) {
  if (problem === 'too_long') return 'tooLong'
  return problem === 'several_match' ? (`several.${name}` as const) : (`unknown.${name}` as const)
}

/** A name may be that of several. */
function fieldText(name: NamedFilter, found: Named | undefined): string | undefined {
  return name === 'person' ? found?.fact : found?.id
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
