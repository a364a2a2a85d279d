import { addAbortListener } from 'node:events'
import { type Clock, minuteMs, secondMs } from '#lib/clock.ts'
import type { PlatformSettings } from '#lib/env.ts'
import { Refusal } from '#lib/errors.ts'
import type { Log } from '#lib/log.ts'
import { type IssuedTokens, refreshTokens, requestTokens } from '#lib/remote-platform/token-request.ts'

type Held = IssuedTokens & Readonly<{ renewAt: number; endsAt: number }>

/** Longer than one launch waits, so that what a slow platform answers serves the next one. */
const renewalMs = 8 * secondMs
/** So long before its end a token is renewed, or a tenth of its life where that is less. */
const aheadMs = minuteMs
/** The platform gives the same successor for 10 s (section 3 of the protocol); the repeat takes a moment to get there. */
const repeatMs = 8 * secondMs

/** The access token of this process: kept while it is good, renewed by one request at a time. */
export class TokenCache {
  readonly #settings: PlatformSettings
  readonly #clock: Clock
  readonly #log: Log
  #held: Held | undefined
  #renewal: Promise<Held> | undefined
  /** When the refresh token that is held was first sent: its answer may have been lost. */
  #sentAt: number | undefined

  constructor(settings: PlatformSettings, clock: Clock, log: Log) {
    this.#settings = settings
    this.#clock = clock
    this.#log = log
  }

  /**
   * A token that is good as far as this side knows.
   * @param signal ends the waiting of this one caller; the renewal goes on for the others
   * @throws Refusal whatever the renewal met, or `platform_unreachable` when the signal comes first
   */
  async take(signal: AbortSignal): Promise<string> {
    const now = this.#clock.now()
    if (!this.#held || now >= this.#held.endsAt) return (await waitFor(this.#renewOnce(), signal)).accessToken
    // Nobody waits for what can be done meanwhile.
    if (now >= this.#held.renewAt)
      this.#renewOnce().catch((error: unknown) =>
        this.#log.warn({ error }, 'the platform’s token could not be renewed'),
      )
    return this.#held.accessToken
  }

  /** The platform does not take this one: the next caller gets another. */
  drop(accessToken: string): void {
    if (this.#held?.accessToken === accessToken) this.#held = { ...this.#held, endsAt: 0 }
  }

  #renewOnce(): Promise<Held> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  async #renew(): Promise<Held> {
    const signal = AbortSignal.timeout(renewalMs)
    // Counted from before the question: on the other side it ends no earlier.
    const askedAt = this.#clock.now()
    const issued = (await this.#refresh(askedAt, signal)) ?? (await requestTokens(this.#settings, signal))
    const endsAt = askedAt + issued.lifetimeMs
    this.#held = { ...issued, endsAt, renewAt: endsAt - Math.min(aheadMs, issued.lifetimeMs / 10) }
    this.#sentAt = undefined
    return this.#held
  }

  /** Undefined where there is nothing to refresh, or nothing any more. */
  async #refresh(now: number, signal: AbortSignal): Promise<IssuedTokens | undefined> {
    const { username } = this.#settings
    const refreshToken = this.#held?.refreshToken
    if (username === undefined || refreshToken === undefined) return undefined
    this.#sentAt ??= now
    const issued =
      now - this.#sentAt < repeatMs
        ? await refreshTokens(this.#settings, { username, refreshToken }, signal)
        : undefined
    // Refused, or so long on its way that the platform would take it for a stolen one.
    if (!issued && this.#held) this.#held = { ...this.#held, refreshToken: undefined }
    return issued
  }
}

async function waitFor<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: end, reject } = Promise.withResolvers<never>()
  using _listener = addAbortListener(signal, () => {
    reject(new Refusal('platform_unreachable', { detail: 'the token was still being renewed' }))
  })
  return await Promise.race([work, end])
}
