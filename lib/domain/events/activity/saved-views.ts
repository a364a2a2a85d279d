import { z } from 'zod'
import { deleteView, insertView, listViewRows } from '#lib/domain/events/activity/saved-views-store.ts'
import { eventQuerySchema } from '#lib/domain/events/activity/schema.ts'
import { type Actor, actorId } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

export const maxSavedViews = 20
export const viewNameLengths = { min: 1, max: 60 } as const

/** A named filter of one user. `query` is the filter as a query string. */
export type SavedView = Readonly<{ name: string; query: string }>

/** The views that every reader of Activity has. */
export const builtInViews = {
  failedSignIns: 'kind=portal_session.refused&period=7d',
  refusedLinks: 'kind=sso_grant.refused&period=30d',
  keyChanges: 'kind=api_key&period=30d',
  userChanges: 'kind=user&period=30d',
} as const

const filterSchema = eventQuerySchema.omit({ before: true, after: true })
const nameSchema = z.object({
  name: z.string().trim().min(viewNameLengths.min, 'missing').max(viewNameLengths.max, 'too_long'),
})

/**
 * Saves a filter under a name that the user has not used yet.
 * @throws Refusal `forbidden`, `input_invalid`: `name` is `taken`, or `too_many` beyond {@link maxSavedViews}
 */
export async function saveView({ db }: Services, actor: Actor, view: SavedView): Promise<void> {
  requireManager(actor)
  const { name } = parseInput(nameSchema, view)
  const given = Object.fromEntries([...new URLSearchParams(view.query)].filter(([, text]) => text !== ''))
  const known = Object.keys(parseInput(filterSchema, given))
  const query = new URLSearchParams(known.map((field) => [field, given[field] ?? ''])).toString()
  if (query === '') throw new Refusal('input_invalid', { fields: { query: 'missing' } })
  const userId = actorId(actor)
  await db.transaction().execute(async (trx) => {
    await takeLock(trx, `views of ${userId}`)
    const names = (await listViewRows(trx, userId)).map((saved) => saved.name)
    const problem = names.includes(name) ? 'taken' : names.length >= maxSavedViews ? 'too_many' : undefined
    if (problem) throw new Refusal('input_invalid', { fields: { name: problem } })
    await insertView(trx, { userId, name, query })
  })
}

/** Deletes a view of the user; one that is already gone needs no message. @throws Refusal `forbidden` */
export async function removeView({ db }: Services, actor: Actor, name: string): Promise<void> {
  requireManager(actor)
  await deleteView(db, actorId(actor), name)
}

/** The user's own views by name. @throws Refusal `forbidden` */
export async function listViews({ db }: Services, actor: Actor): Promise<readonly SavedView[]> {
  requireManager(actor)
  return listViewRows(db, actorId(actor))
}
