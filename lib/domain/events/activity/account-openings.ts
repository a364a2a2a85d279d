import {
  countAround,
  listOpenings,
  maxRead,
  type OpeningRow,
} from '#lib/domain/events/activity/account-openings-store.ts'
import { type Reader, toEventFilter } from '#lib/domain/events/activity/event-filter.ts'
import { distinctName, listNamesakes } from '#lib/domain/people/users/namesakes-store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { managedOwners, requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'

/** Days until now, today included, that the page of an account offers. */
export const openingPeriods = ['1d', '7d', '30d'] as const
export type OpeningPeriod = (typeof openingPeriods)[number]

const maxShown = 20

/** A key or a user of the portal, named as lists name them today. */
export type Opener = Omit<OpeningRow, 'keyName'> & Readonly<{ mayManage: boolean }>

export type AccountOpenings = Readonly<{
  /** The most frequent first. */
  openers: readonly Opener[]
  people: number
  keys: number
  times: number
  /** Links to the account that were refused in the same time. */
  refused: number
  /** Only the newest events of the time were counted: so many. */
  onlyNewest: number | undefined
}>

/**
 * Who opened an account, how often, when last and from where: the events of Activity, counted.
 * @throws Refusal `forbidden`
 */
export async function readAccountOpenings(
  { db, clock }: Services,
  actor: Actor,
  { accountId, period, timeZone }: Readonly<{ accountId: string; period: OpeningPeriod }> & Pick<Reader, 'timeZone'>,
): Promise<AccountOpenings> {
  requireManager(actor)
  const { since = 0 } = toEventFilter({ period }, {}, { timeZone, now: clock.now() })
  const range = { accountId, since, limit: maxRead }
  const [rows, { refused, read }] = await Promise.all([listOpenings(db, range), countAround(db, range)])
  const shown = rows.slice(0, maxShown)
  const { roles: managed } = managedOwners(actor)
  const usernames = await listNamesakes(
    db,
    shown.map(({ userId }) => userId).filter((id) => id !== null),
  )
  const keys = rows.filter(({ keyId }) => keyId !== null).length
  return {
    openers: shown.map(({ keyName, name, userId, ...row }) => {
      const shownName = userId === null ? name : distinctName({ id: userId, name }, usernames)
      const mayManage = row.role !== null && managed.includes(row.role)
      return { ...row, userId, name: row.keyId === null ? shownName : (keyName ?? row.keyId), mayManage }
    }),
    keys,
    people: rows.length - keys,
    times: rows.reduce((sum, { count }) => sum + count, 0),
    refused,
    onlyNewest: read < maxRead ? undefined : maxRead,
  }
}
