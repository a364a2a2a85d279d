import { type EventFilter, type Turn, toEventFilter } from '#lib/domain/events/activity/event-filter.ts'
import {
  type FoundNames,
  findNamed,
  type Named,
  type NamedFilter,
  namedFilters,
} from '#lib/domain/events/activity/named-filters.ts'
import { type EventQuery, eventQuerySchema } from '#lib/domain/events/activity/schema.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

export type NormalizedEventQuery = Readonly<{
  filter: EventFilter
  turn: Turn
  /** The user, account and API key that the filter names. */
  named: FoundNames
}>

/**
 * Reads a filter from a form, a URL or a command. An empty field counts as omitted, and days are those of `timeZone`.
 * @throws Refusal `forbidden`; `input_invalid` with the problem of each field
 */
export async function normalizeEventQuery(
  services: Services,
  actor: Actor,
  { fields, timeZone }: Readonly<{ fields: Readonly<Record<string, string | undefined>>; timeZone: string }>,
): Promise<NormalizedEventQuery> {
  requireManager(actor)
  const given = Object.fromEntries(Object.entries(fields).filter(([, text]) => text?.trim()))
  const query = parseInput(eventQuerySchema, given)
  const { before, after } = query
  const named = await findNames(services, actor, query)
  return {
    filter: toEventFilter(query, named, { timeZone, now: services.clock.now() }),
    turn: { before, after },
    named,
  }
}

/** What each filter names. A refusal says which are unknown, and the IDs to choose from. */
async function findNames(services: Services, actor: Actor, query: EventQuery): Promise<FoundNames> {
  const names: Partial<Record<NamedFilter, Named>> = {}
  const fields: Record<string, string> = {}
  const entries: Record<string, readonly string[]> = {}
  for (const filter of namedFilters) {
    const text = query[filter]
    if (text === undefined) continue
    const { one, choices } = await findNamed(services, actor, { filter, text })
    if (one) names[filter] = one
    else fields[filter] = choices.length === 0 ? 'no_match' : 'several_match'
    if (choices.length > 0) entries[filter] = choices.map(({ id, fact }) => (filter === 'person' ? fact : id))
  }
  if (Object.keys(fields).length > 0) throw new Refusal('input_invalid', { fields, entries })
  return names
}
