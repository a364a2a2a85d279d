import { z } from 'zod'
import {
  explainPlatformRefusal,
  type PlatformForm,
  type PlatformResponse,
  postForm,
} from '#lib/foundation/remote-platform/post-form.ts'
import { TokenCache } from '#lib/foundation/remote-platform/token-cache.ts'
import type { Clock } from '#lib/kernel/clock.ts'
import type { PlatformSettings } from '#lib/kernel/env.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import type { Log } from '#lib/kernel/log.ts'
import { readOrigin } from '#lib/kernel/origin.ts'
import type { TraceContext } from '#lib/kernel/trace-context.ts'

/** A grant response. `expiresIn` is ignored: the browser opens the link at once. */
const grantResponseSchema = z.object({ grantUrl: z.string().max(8_192) })

/** The account to open. The platform chooses undefined values. */
export type PlatformRequest = Readonly<{
  accountId: string
  backUrl: string
  locale: string | undefined
  deepPath: string | undefined
}>

/** The remote platform that accounts open on, as the owner of one of its API keys. */
export class Platform {
  readonly #settings: PlatformSettings
  readonly #tokens: TokenCache

  constructor(settings: PlatformSettings, clock: Clock, log: Log) {
    this.#settings = settings
    this.#tokens = new TokenCache(settings, clock, log)
  }

  get origin(): string {
    return new URL(this.#settings.url).origin
  }

  /**
   * A link that opens the account once, within seconds, in any browser.
   * @param signal limits the wait
   * @param trace is passed on
   * @throws Refusal `platform_unreachable`, `platform_busy`, `platform_key_refused`, `platform_account_refused`,
   *   `platform_return_refused`, `platform_unusable`
   */
  async requestGrantUrl(request: PlatformRequest, signal: AbortSignal, trace?: TraceContext): Promise<string> {
    const answer = await this.#requestGrant(request, signal, trace?.traceparent)
    if (answer.kind === 'refused') throw explainPlatformRefusal(answer)
    const grantUrl = grantResponseSchema.safeParse(answer.content).data?.grantUrl
    if (grantUrl === undefined || !isGrantUrl(grantUrl, this.#settings.url)) {
      throw new Refusal('platform_unusable', { detail: '/auth/v1/sso answered no link of its own' })
    }
    return grantUrl
  }

  /** Retries with a new token on 401: the platform may have revoked the cached one. */
  async #requestGrant(
    request: PlatformRequest,
    signal: AbortSignal,
    traceparent: string | undefined,
  ): Promise<PlatformResponse> {
    const send = (accessToken: string) => this.#sendGrantRequest(request, { accessToken, traceparent }, signal)
    const accessToken = await this.#tokens.take(signal)
    const answer = await send(accessToken)
    if (answer.kind !== 'refused' || answer.status !== 401) return answer
    this.#tokens.drop(accessToken)
    return send(await this.#tokens.take(signal))
  }

  #sendGrantRequest(
    request: PlatformRequest,
    headers: Pick<PlatformForm, 'accessToken' | 'traceparent'>,
    signal: AbortSignal,
  ): Promise<PlatformResponse> {
    const sent = Object.entries(request).filter((field): field is [string, string] => field[1] !== undefined)
    const fields = Object.fromEntries(sent)
    return postForm({ platformUrl: this.#settings.url, path: '/auth/v1/sso', fields, ...headers }, signal)
  }
}

/** Whether every URL parser reads a URL of the platform whose path ends in `/sso`. */
function isGrantUrl(text: string, platformUrl: string): boolean {
  return (
    /^[!-~]+$/.test(text) &&
    readOrigin(text) === new URL(platformUrl).origin &&
    /\/sso\/?$/.test(new URL(text).pathname)
  )
}
