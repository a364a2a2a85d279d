import { addAbortListener } from 'node:events'
import { z } from 'zod'
import { explainPlatformRefusal, type PlatformResponse, postForm } from '#lib/foundation/remote-platform/post-form.ts'
import { type Clock, minuteMs, secondMs } from '#lib/kernel/clock.ts'
import type { PlatformSettings } from '#lib/kernel/env.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import type { Log } from '#lib/kernel/log.ts'

/** A token response. The access token must be a b64token (RFC 6750 §2.1), because it goes into a header. */
const tokenResponseSchema = z.object({
  accessToken: z.string().regex(/^[A-Za-z0-9._~+/-]{1,8192}=*$/),
  tokenType: z.string().regex(/^bearer$/i),
  expiresIn: z.int().min(1),
  refreshToken: z.string().min(1).max(8_192).optional(),
})

type CachedTokens = IssuedTokens & Readonly<{ renewAt: number; endsAt: number }>

/** Longer than a launch waits, so that the response of a slow platform serves the next launch. */
const renewalTimeoutMs = 8 * secondMs
/** Tokens are renewed this long before their end, or a tenth of their lifetime if that is shorter. */
const renewBeforeMs = minuteMs
/** Shorter than the platform's retry window of 10 s (protocol, section 3), because the request takes time to arrive. */
const retryWindowMs = 8 * secondMs

/** The access token of this process, renewed by one request at a time. */
export class TokenCache {
  readonly #settings: PlatformSettings
  readonly #clock: Clock
  readonly #log: Log
  #cached: CachedTokens | undefined
  #renewal: Promise<CachedTokens> | undefined
  /** When the cached refresh token was first sent: its response may have been lost. */
  #sentAt: number | undefined

  constructor(settings: PlatformSettings, clock: Clock, log: Log) {
    this.#settings = settings
    this.#clock = clock
    this.#log = log
  }

  /** The cached token, or a new one. @param signal limits this caller's wait; the renewal continues for the others */
  async take(signal: AbortSignal): Promise<string> {
    const now = this.#clock.now()
    if (!this.#cached || now >= this.#cached.endsAt) return (await waitFor(this.#renewOnce(), signal)).accessToken
    // In the background: the cached token is still valid.
    if (now >= this.#cached.renewAt)
      this.#renewOnce().catch((error: unknown) =>
        this.#log.warn({ error }, 'the platform’s token could not be renewed'),
      )
    return this.#cached.accessToken
  }

  /** Discards a token that the platform refused: the next caller gets a new one. */
  drop(accessToken: string): void {
    if (this.#cached?.accessToken === accessToken) this.#cached = { ...this.#cached, endsAt: 0 }
  }

  #renewOnce(): Promise<CachedTokens> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  async #renew(): Promise<CachedTokens> {
    const signal = AbortSignal.timeout(renewalTimeoutMs)
    // Taken before the request, so that the token doesn't end earlier on the platform.
    const requestedAt = this.#clock.now()
    const issued = (await this.#refresh(requestedAt, signal)) ?? (await requestTokens(this.#settings, signal))
    const endsAt = requestedAt + issued.lifetimeMs
    this.#cached = { ...issued, endsAt, renewAt: endsAt - Math.min(renewBeforeMs, issued.lifetimeMs / 10) }
    this.#sentAt = undefined
    return this.#cached
  }

  /** @returns undefined without a usable refresh token */
  async #refresh(now: number, signal: AbortSignal): Promise<IssuedTokens | undefined> {
    const { username } = this.#settings
    const refreshToken = this.#cached?.refreshToken
    if (username === undefined || refreshToken === undefined) return undefined
    this.#sentAt ??= now
    const issued =
      now - this.#sentAt < retryWindowMs
        ? await refreshTokens(this.#settings, { username, refreshToken }, signal)
        : undefined
    // Refused, or sent so long ago that the platform would treat a retry as theft.
    if (!issued && this.#cached) this.#cached = { ...this.#cached, refreshToken: undefined }
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

/** Issued tokens. `lifetimeMs` counts from the request. */
export type IssuedTokens = Readonly<{ accessToken: string; refreshToken: string | undefined; lifetimeMs: number }>

/** Requests tokens with the API key. @throws Refusal `platform_key_refused`, and the refusals of `postForm` */
export async function requestTokens(settings: PlatformSettings, signal: AbortSignal): Promise<IssuedTokens> {
  const { url, clientId, clientSecret } = settings
  const fields = { grantType: 'client_credentials', clientId, clientSecret }
  const answer = await postForm({ platformUrl: url, path: '/auth/v1/token', fields }, signal)
  if (answer.kind === 'refused') throw explainPlatformRefusal(answer)
  return readTokens(answer)
}

/** Refreshes tokens. @returns undefined if refused @throws Refusal as `postForm`; the refresh token may be spent */
export async function refreshTokens(
  { url }: PlatformSettings,
  { username, refreshToken }: Readonly<{ username: string; refreshToken: string }>,
  signal: AbortSignal,
): Promise<IssuedTokens | undefined> {
  const fields = { grantType: 'refresh_token', clientId: username, refreshToken }
  const answer = await postForm({ platformUrl: url, path: '/auth/v1/token', fields }, signal)
  return answer.kind === 'refused' ? undefined : readTokens(answer)
}

function readTokens({ content }: Extract<PlatformResponse, { kind: 'granted' }>): IssuedTokens {
  const read = tokenResponseSchema.safeParse(content)
  if (!read.success) throw new Refusal('platform_unusable', { detail: '/auth/v1/token answered something else' })
  const { accessToken, refreshToken, expiresIn } = read.data
  return { accessToken, refreshToken, lifetimeMs: expiresIn * secondMs }
}
