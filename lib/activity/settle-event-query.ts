import { eventQuerySchema, toEventFilter } from '#lib/activity/query.ts'
import type { Actor } from '#lib/actor.ts'
import type { EventFilter, EventPlace } from '#lib/audit/event.ts'
import { Refusal } from '#lib/errors.ts'
import { parseInput } from '#lib/parse-input.ts'
import { requireManager } from '#lib/permissions.ts'
import type { Services } from '#lib/services.ts'
import { findNamedUser } from '#lib/users/find-named-user.ts'
import { findUser } from '#lib/users/find-user.ts'
import { listUsers } from '#lib/users/list-users.ts'
import type { User } from '#lib/users/user.ts'

/** What a reader of the record asked for. */
export type SettledQuery = Readonly<{
  filter: EventFilter
  turn: Readonly<{ before: EventPlace | undefined; after: EventPlace | undefined }>
  /** The user of the filter, whatever name the reader gave them. */
  person: User | undefined
}>

/**
 * Reads the fields of a filter as a form, an address or a command gives them; empty ones count as left out.
 * @param timeZone where the reader's days begin
 * @throws Refusal `forbidden` unless the actor is a manager; `input_invalid` with the problem of each field
 */
export async function settleEventQuery(
  services: Services,
  actor: Actor,
  fields: Readonly<Record<string, string | undefined>>,
  timeZone: string,
): Promise<SettledQuery> {
  requireManager(actor)
  const given = Object.fromEntries(Object.entries(fields).filter(([, text]) => text?.trim()))
  const query = parseInput(eventQuerySchema, given)
  const { before, after, person: name } = query
  const person = name === undefined ? undefined : await findPerson(services, actor, name)
  return { filter: toEventFilter(query, person?.id, timeZone), turn: { before, after }, person }
}

/** By id, e-mail address or user name; else the one user whose name holds every word. */
async function findPerson(services: Services, actor: Actor, name: string): Promise<User> {
  const exact = (await findUser(services.db, name)) ?? (await findNamedUser(services.db, name))
  if (exact) return exact
  const { users, total } = await listUsers(services, actor, { search: name, perPage: 1 })
  if (users[0] && total === 1) return users[0]
  throw new Refusal('input_invalid', { fields: { person: total === 0 ? 'unknown' : 'ambiguous' } })
}
