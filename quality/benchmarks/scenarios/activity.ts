import type { EventFilter } from '../../../lib/domain/events/activity/event-filter.ts'
import { type EventPage, listEvents } from '../../../lib/domain/events/activity/list-events.ts'
import { readNow } from '../../../lib/foundation/db/database.ts'
import type { Services } from '../../../lib/foundation/services.ts'
import { dayMs, hourMs } from '../../../lib/kernel/clock.ts'
import { type Engine, withServices } from '../../resilience/harness/databases.ts'
import { testOperator } from '../../resilience/harness/fixtures.ts'
import type { Choice } from '../choice.ts'
import type { Figure } from '../figures/record.ts'
import { toFigure } from '../figures/to-figure.ts'
import { fillEvents, networks } from '../harness/fill-events.ts'
import { say } from '../harness/log-line.ts'
import type { Site } from '../harness/site.ts'
import { enginesOf } from './engines.ts'
import { formatCount } from './sizes.ts'

/** Ordinary and busy subjects: see `fill-events.ts`. */
function filtersAt(now: number): Readonly<Record<string, EventFilter>> {
  const halfYear = now - 180 * dayMs
  const [busyUser, busyKey] = ['usr_0', 'lkid_0']
  return {
    'no filter': {},
    'last hour': { since: now - hourMs },
    'a day half a year ago': { since: halfYear, until: halfYear + dayMs },
    user: { userId: 'usr_777' },
    'busy user': { userId: busyUser },
    account: { accountId: 'acc-777' },
    key: { keyId: 'lkid_100' },
    'busy key': { keyId: busyKey },
    'IP address': { network: networks.address },
    'busy IP address': { network: networks.busyAddress },
    'IPv6 /117 with 4 500 events': { network: networks.small },
    '/24 with 200 addresses': { network: networks.office },
    '/10 with 20 000 addresses': { network: networks.provider },
    'IPv6 /48 with 39 550 addresses': { network: networks.ipv6 },
    '/24 with old events alone': { network: networks.formerAttack },
    'all of IPv4': { network: '0.0.0.0/0' },
    'network without events': { network: networks.none },
    'frequent kind': { kind: 'sso_grant.redeemed' },
    'rare kind': { kind: 'database.restored' },
    'group of kinds': { kind: 'portal_session' },
    'group of kinds without events': { kind: 'account_group' },
    'user, account': { userId: busyUser, accountId: 'acc-5' },
    'user, kind': { userId: 'usr_777', kind: 'portal_session.refused' },
    'user, 30 days': { userId: 'usr_777', since: now - 30 * dayMs },
    'key, 30 days': { keyId: 'lkid_100', since: now - 30 * dayMs },
    'busy user, rare kind': { userId: busyUser, kind: 'database.restored' },
    'busy key, kind without events': { keyId: busyKey, kind: 'api_key' },
    'busy key, busy IP address': { keyId: busyKey, network: networks.busyAddress },
    'busy IP address, refused sign-ins': { network: networks.busyAddress, kind: 'portal_session.refused' },
    'busy IP address, rare kind': { network: networks.busyAddress, kind: 'database.restored' },
    '/24, refused sign-ins': { network: networks.office, kind: 'portal_session.refused' },
    '/24, rare kind': { network: networks.office, kind: 'database.restored' },
    'IPv6 /117, kind': { network: networks.small, kind: 'sso_grant' },
    'IPv6 /48, a day half a year ago': { network: networks.ipv6, since: halfYear, until: halfYear + dayMs },
    'busy user, busy IP address, rare kind': {
      userId: busyUser,
      network: networks.busyAddress,
      kind: 'database.restored',
    },
  }
}

/** Pages of Activity, read in an otherwise idle process. Each engine has its own database. */
export async function measureActivity(site: Site, choice: Choice): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of enginesOf(choice)) figures.push(...(await measureOn(engine, site, choice)))
  return figures
}

async function measureOn(engine: Engine, site: Site, choice: Choice): Promise<Figure[]> {
  const count = choice.short ? 20_000 : 10_000_000
  const database = await site.databases.create(engine, site.newFolder(`activity-${engine}`))
  const target = `ours-${engine}, ${formatCount(count)}`
  return withServices(database.variables, async (services) => {
    say(`activity, ${target}: filling …`)
    const now = await readNow(services.db)
    await fillEvents(services.db, count, now)
    say(`activity, ${target} …`)
    const waits = await readInTurn(services, filtersAt(now), choice.short ? 2 : 100)
    return [...waits].map(([subject, all]) => toFigure({ scenario: 'activity', target, subject, unit: 'ms' }, all))
  })
}

/** The newest page of each filter and the one before it. The first turn is a warm-up. */
async function readInTurn(
  services: Services,
  filters: Readonly<Record<string, EventFilter>>,
  turns: number,
): Promise<Map<string, number[]>> {
  const waits = new Map<string, number[]>()
  for (let turn = 0; turn <= turns; turn++) {
    for (const [subject, filter] of Object.entries(filters)) {
      const own = waits.get(subject) ?? []
      waits.set(subject, own)
      const note = (ms: number) => turn > 0 && own.push(ms)
      const newest = await readPage(services, filter, undefined, note)
      if (newest.older) await readPage(services, filter, newest, note)
    }
  }
  return waits
}

async function readPage(
  services: Services,
  filter: EventFilter,
  newer: EventPage | undefined,
  note: (ms: number) => unknown,
): Promise<EventPage> {
  const startedAt = performance.now()
  const page = await listEvents(services, testOperator, { ...filter, before: newer?.older ?? undefined })
  note(performance.now() - startedAt)
  return page
}
