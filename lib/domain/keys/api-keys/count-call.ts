import {
  type ApiQuota,
  apiCallsPerMinute,
  type CallLimit,
  type Period,
  periodMs,
  shareOf,
} from '#lib/domain/keys/api-keys/call-limit.ts'
import { addExcess, takeCalls } from '#lib/domain/keys/api-keys/call-limit-store.ts'
import type { Excess, KeyCalls, Share } from '#lib/foundation/buffers/key-calls.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { BackgroundTask } from '#lib/kernel/background-task.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** Shares in memory. A forgotten one is lost to its period: the limit is never exceeded. */
const maxShares = 10_000
/** Rows that one statement writes. */
const maxWritten = 1_000

/** A key that has authenticated: an unauthenticated caller can't use up its limit. */
export type LimitedKey = Readonly<{ id: string; callLimit: CallLimit | null }>

/**
 * Counts a call of a key against its limit. Without a limit it does nothing. Processes take calls from the database in
 * shares, so that all of them together never accept more than the limit.
 * @throws Refusal `too_many_requests` if the limit is enforced and used up
 */
export async function countCall(services: Services, { id, callLimit }: LimitedKey): Promise<void> {
  if (callLimit === null) return
  const exhausted = await findExhausted(services, id, callLimit)
  if (!exhausted) return
  addExcessOf(services.keyCalls, { keyId: id, mode: callLimit.mode, calls: 1 })
  if (callLimit.mode === 'observe') return
  const remainingMs = periodMs[exhausted] - (services.clock.now() % periodMs[exhausted])
  throw new Refusal('too_many_requests', {
    description: "The API key's limit of calls is used up. Try again after the time in Retry-After.",
    reason: 'limit_used_up',
    reasonFacts: { keyId: id },
    retryAfterSeconds: Math.ceil(remainingMs / 1_000),
  })
}

/**
 * Counts a request of a key to the management API, exactly across processes. `remaining` may include what others have
 * taken.
 */
export async function countApiCall(services: Services, keyId: string): Promise<ApiQuota> {
  const counted = { keyId, period: 'api', limit: apiCallsPerMinute } as const
  const share = await takeOne(services, counted)
  const remaining = share === 'exhausted' ? 0 : apiCallsPerMinute - share.taken + share.left
  const elapsedMs = services.clock.now() % periodMs.api
  const resetSeconds = Math.ceil((periodMs.api - elapsedMs) / secondMs)
  return { remaining, resetSeconds, isExceeded: share === 'exhausted' }
}

/** Takes one call of each period. @returns the period that has none left */
async function findExhausted(
  services: Services,
  keyId: string,
  { perMinute, perDay }: CallLimit,
): Promise<Period | undefined> {
  const ofMinute =
    perMinute === null ? undefined : await takeOne(services, { keyId, period: 'minute', limit: perMinute })
  if (ofMinute === 'exhausted') return 'minute'
  const ofDay = perDay === null ? undefined : await takeOne(services, { keyId, period: 'day', limit: perDay })
  if (ofDay !== 'exhausted') return undefined
  if (ofMinute) ofMinute.left += 1
  return 'day'
}

type Counted = Readonly<{ keyId: string; period: Period; limit: number }>

/** @returns the share that the call was taken of */
async function takeOne(services: Services, counted: Counted): Promise<Share | 'exhausted'> {
  for (;;) {
    const share = findShare(services, counted)
    if (share.left > 0) {
      share.left -= 1
      return share
    }
    if (share.isExhausted) return 'exhausted'
    share.taking ??= refill(services, counted, share).finally(() => {
      share.taking = undefined
    })
    await share.taking
  }
}

function findShare({ clock, keyCalls: { shares } }: Services, { keyId, period, limit }: Counted): Share {
  const now = clock.now()
  const startsAt = now - (now % periodMs[period])
  const name = `${period} ${keyId}`
  const share = shares.get(name)
  if (share && share.startsAt >= startsAt && share.limit === limit) return share
  const begun = { startsAt, limit, left: 0, taken: 0, isExhausted: false, taking: undefined }
  shares.delete(name)
  shares.set(name, begun)
  const [oldest] = shares.keys()
  if (shares.size > maxShares && oldest !== undefined) shares.delete(oldest)
  return begun
}

async function refill({ db }: Services, { keyId, period, limit }: Counted, share: Share): Promise<void> {
  const { startsAt } = share
  const taken = await takeCalls(db, { keyId, period, startsAt, calls: shareOf(limit), limit })
  share.left += taken?.calls ?? 0
  share.taken = Math.min(taken?.total ?? limit, limit)
  share.isExhausted = taken === undefined
}

function addExcessOf({ excess }: KeyCalls, { keyId, mode, calls }: Excess): void {
  const name = `${mode} ${keyId}`
  excess.set(name, { keyId, mode, calls: (excess.get(name)?.calls ?? 0) + calls })
}

/**
 * Writes calls beyond limits every 10 seconds. `stop` writes the rest: a process that is killed loses these at most.
 */
export function startExcessWriter(services: Services): BackgroundTask {
  const timer = setInterval(() => void writeExcess(services), 10 * secondMs)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      return writeExcess(services)
    },
  }
}

/** What can't be written now is written with the next ones. */
export async function writeExcess({ db, log, keyCalls }: Services): Promise<void> {
  const written = [...keyCalls.excess].slice(0, maxWritten)
  if (written.length === 0) return
  for (const [name] of written) keyCalls.excess.delete(name)
  try {
    await addExcess(
      db,
      written.map(([, excess]) => excess),
    )
  } catch (error) {
    for (const [, excess] of written) addExcessOf(keyCalls, excess)
    log.warn({ error }, 'the calls beyond limits could not be written')
  }
}
