import { secondMs } from '#lib/clock.ts'
import type { PlatformSettings } from '#lib/env.ts'
import { Refusal } from '#lib/errors.ts'
import { explainRefusal } from '#lib/remote-platform/explain-refusal.ts'
import { type PlatformResponse, postForm } from '#lib/remote-platform/post-form.ts'
import { tokenResponseSchema } from '#lib/remote-platform/schema.ts'

/** Issued tokens. `lifetimeMs` counts from the request. */
export type IssuedTokens = Readonly<{ accessToken: string; refreshToken: string | undefined; lifetimeMs: number }>

/**
 * Requests tokens with the API key.
 * @throws Refusal `platform_key_refused`, and the refusals of `postForm`
 */
export async function requestTokens(settings: PlatformSettings, signal: AbortSignal): Promise<IssuedTokens> {
  const { url, clientId, clientSecret } = settings
  const fields = { grantType: 'client_credentials', clientId, clientSecret }
  const answer = await postForm({ platformUrl: url, path: '/auth/v1/token', fields }, signal)
  if (answer.kind === 'refused') throw explainRefusal(answer)
  return readTokens(answer)
}

/**
 * Requests tokens with a refresh token and the name of the key's owner.
 * @returns undefined if the platform refuses it
 * @throws Refusal as `postForm` does; the refresh token may then be spent
 */
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
