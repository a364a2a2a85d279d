import { refreshTokens, requestTokens } from '#lib/foundation/remote-platform/token-cache.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import type { PlatformSettings } from '#lib/kernel/env.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { type CheckResult, fail, ok, warn } from '#lib/server/diagnostics/check-result.ts'

const check = 'platform'
const patienceMs = 8 * secondMs

/** Whether the remote platform accepts the key and refreshes by its owner. Discards its tokens: others stay valid. */
export async function checkPlatform(settings: PlatformSettings): Promise<CheckResult> {
  try {
    return await tryKey(settings, AbortSignal.timeout(patienceMs))
  } catch (error) {
    return explain(error, settings)
  }
}

async function tryKey(settings: PlatformSettings, signal: AbortSignal): Promise<CheckResult> {
  const { url, clientId, username } = settings
  const { refreshToken } = await requestTokens(settings, signal)
  if (username === undefined) return ok(check, `${url} accepts the key ${clientId}.`)
  const renewed = refreshToken && (await refreshTokens(settings, { username, refreshToken }, signal))
  if (renewed) return ok(check, `${url} accepts the key ${clientId} and renews its tokens for ${username}.`)
  return warn(
    check,
    `${url} does not renew tokens for ${username}: set PLATFORM_USERNAME to the name of the key's owner there, or unset it.`,
  )
}

function explain(error: unknown, { url, clientId }: PlatformSettings): CheckResult {
  switch (isRefusal(error) && error.code) {
    case 'platform_unreachable':
      return fail(check, `${url} does not answer: check PLATFORM_URL and the way there.`)
    case 'platform_busy':
      return warn(check, `${url} asks for patience: look again in a minute.`)
    case 'platform_key_refused':
      return fail(
        check,
        `${url} does not accept the key ${clientId}: set PLATFORM_CLIENT_ID and _SECRET to a good one.`,
      )
    case 'platform_unusable':
      return fail(check, `What answers at ${url} is no such platform: check PLATFORM_URL.`)
    default:
      throw error
  }
}
