import type { Clock } from '#lib/clock.ts'
import type { PlatformSettings } from '#lib/env.ts'
import { Refusal } from '#lib/errors.ts'
import type { Log } from '#lib/log.ts'
import { askPlatform, type PlatformAnswer } from '#lib/remote-platform/ask-platform.ts'
import { explainRefusal } from '#lib/remote-platform/explain-refusal.ts'
import { grantAnswerSchema, isGrantUrl } from '#lib/remote-platform/schema.ts'
import { TokenCache } from '#lib/remote-platform/token-cache.ts'

/** What to open there; what is undefined is left to the platform. */
export type PlatformRequest = Readonly<{
  accountId: string
  backUrl: string
  locale: string | undefined
  deepPath: string | undefined
}>

/** The other platform that accounts open on, as the owner of one of its API keys. */
export class Platform {
  readonly #settings: PlatformSettings
  readonly #tokens: TokenCache

  /** Nothing is asked of it yet. */
  constructor(settings: PlatformSettings, clock: Clock, log: Log) {
    this.#settings = settings
    this.#tokens = new TokenCache(settings, clock, log)
  }

  get origin(): string {
    return new URL(this.#settings.url).origin
  }

  /**
   * A link that opens the account there, once, within seconds, for whoever opens it.
   * @param signal ends the waiting
   * @throws Refusal `platform_unreachable`, `platform_busy`, `platform_key_refused`, `platform_account_refused`,
   *   `platform_return_refused`, `platform_unusable`
   */
  async requestGrantUrl(request: PlatformRequest, signal: AbortSignal): Promise<string> {
    const answer = await this.#askForGrant(request, signal)
    if (answer.kind === 'refused') throw explainRefusal(answer)
    const grantUrl = grantAnswerSchema.safeParse(answer.content).data?.grantUrl
    if (grantUrl === undefined || !isGrantUrl(grantUrl, this.#settings.url)) {
      throw new Refusal('platform_unusable', { detail: '/auth/v1/sso answered no link of its own' })
    }
    return grantUrl
  }

  /** Once more with another token where this one is not taken: it may have been revoked there. */
  async #askForGrant(request: PlatformRequest, signal: AbortSignal): Promise<PlatformAnswer> {
    const accessToken = await this.#tokens.take(signal)
    const answer = await this.#sendGrantRequest(request, accessToken, signal)
    if (answer.kind !== 'refused' || answer.status !== 401) return answer
    this.#tokens.drop(accessToken)
    return this.#sendGrantRequest(request, await this.#tokens.take(signal), signal)
  }

  #sendGrantRequest(request: PlatformRequest, accessToken: string, signal: AbortSignal): Promise<PlatformAnswer> {
    const sent = Object.entries(request).filter((field): field is [string, string] => field[1] !== undefined)
    const fields = Object.fromEntries(sent)
    return askPlatform({ platformUrl: this.#settings.url, path: '/auth/v1/sso', fields, accessToken }, signal)
  }
}
