import { secondMs } from '#lib/clock.ts'
import type { PlatformSettings } from '#lib/env.ts'
import { Refusal } from '#lib/errors.ts'
import { askPlatform, type PlatformAnswer } from '#lib/remote-platform/ask-platform.ts'
import { explainRefusal } from '#lib/remote-platform/explain-refusal.ts'
import { tokenAnswerSchema } from '#lib/remote-platform/schema.ts'

/** What the platform has issued; `lifetimeMs` counts from when it was asked. */
export type IssuedTokens = Readonly<{ accessToken: string; refreshToken: string | undefined; lifetimeMs: number }>

/**
 * Asks for tokens with the key.
 * @throws Refusal `platform_key_refused`, and whatever `askPlatform` throws
 */
export async function requestTokens(settings: PlatformSettings, signal: AbortSignal): Promise<IssuedTokens> {
  const { url, clientId, clientSecret } = settings
  const fields = { grantType: 'client_credentials', clientId, clientSecret }
  const answer = await askPlatform({ platformUrl: url, path: '/auth/v1/token', fields }, signal)
  if (answer.kind === 'refused') throw explainRefusal(answer)
  return readTokens(answer)
}

/**
 * Asks for tokens with a refresh token, in the name of the key's owner.
 * @returns undefined where the platform refuses it
 * @throws Refusal whatever `askPlatform` throws: the refresh token may be spent, or not
 */
export async function refreshTokens(
  { url }: PlatformSettings,
  { username, refreshToken }: Readonly<{ username: string; refreshToken: string }>,
  signal: AbortSignal,
): Promise<IssuedTokens | undefined> {
  const fields = { grantType: 'refresh_token', clientId: username, refreshToken }
  const answer = await askPlatform({ platformUrl: url, path: '/auth/v1/token', fields }, signal)
  return answer.kind === 'refused' ? undefined : readTokens(answer)
}

function readTokens({ content }: Extract<PlatformAnswer, { kind: 'granted' }>): IssuedTokens {
  const read = tokenAnswerSchema.safeParse(content)
  if (!read.success) throw new Refusal('platform_unusable', { detail: '/auth/v1/token answered something else' })
  const { accessToken, refreshToken, expiresIn } = read.data
  return { accessToken, refreshToken, lifetimeMs: expiresIn * secondMs }
}
