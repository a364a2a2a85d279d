import { type EventFilter, type Turn, toEventFilter } from '#lib/activity/event-filter.ts'
import { eventQuerySchema } from '#lib/activity/schema.ts'
import type { Actor } from '#lib/actor.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/parse-input.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { listUsers } from '#lib/users/find-users.ts'
import { findUserById, findUserByName } from '#lib/users/store.ts'
import type { User } from '#lib/users/user.ts'

export type NormalizedEventQuery = Readonly<{
  filter: EventFilter
  turn: Turn
  /** The user that the filter names, by ID, email address, username or display name. */
  person: User | undefined
}>

/**
 * Reads a filter from a form, a URL or a command. An empty field counts as omitted, and days are those of `timeZone`.
 * @throws Refusal `forbidden`; `input_invalid` with the problem of each field
 */
export async function normalizeEventQuery(
  services: Services,
  actor: Actor,
  fields: Readonly<Record<string, string | undefined>>,
  timeZone: string,
): Promise<NormalizedEventQuery> {
  requireManager(actor)
  const given = Object.fromEntries(Object.entries(fields).filter(([, text]) => text?.trim()))
  const query = parseInput(eventQuerySchema, given)
  const { before, after, person: name } = query
  const person = name === undefined ? undefined : await findPerson(services, actor, name)
  return {
    filter: toEventFilter(query, person?.id, { timeZone, now: services.clock.now() }),
    turn: { before, after },
    person,
  }
}

/** By ID, email address or username; otherwise the only user that a search finds. */
async function findPerson(services: Services, actor: Actor, name: string): Promise<User> {
  const exact = (await findUserById(services.db, name)) ?? (await findUserByName(services.db, name))
  if (exact) return exact
  const { users, total } = await listUsers(services, actor, { search: name, perPage: 1 })
  if (users[0] && total === 1) return users[0]
  throw new Refusal('input_invalid', { fields: { person: total === 0 ? 'unknown' : 'ambiguous' } })
}
