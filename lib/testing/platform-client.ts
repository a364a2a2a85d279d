import { onTestFinished, vi } from 'vitest'
import { Platform } from '#lib/foundation/remote-platform/platform.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { createLog } from '#lib/kernel/log.ts'
import { platformVariables, type TestPlatform } from '#lib/testing/test-platform.ts'
import { testStart } from '#lib/testing/test-services.ts'

/** The request where a test does not care. */
export const wanted = {
  accountId: 'acme',
  backUrl: 'https://login.example.com/',
  locale: undefined,
  deepPath: undefined,
}

/** The launcher's side of a test platform, at an hour that is set by hand. */
export class PlatformClient {
  readonly logLines: string[] = []
  readonly platform: Platform
  now = testStart

  constructor(there: TestPlatform, variables: Readonly<Record<string, string>> = {}) {
    const { platform: settings } = readEnv({ ...platformVariables(there), ...variables })
    if (!settings) throw new Error('no platform is set')
    const log = createLog('trace', { write: (line) => void this.logLines.push(line) })
    this.platform = new Platform(settings, { now: () => this.now }, log)
  }

  /** @param limitMs how long this launch waits */
  launch(limitMs = 5_000): Promise<string> {
    return this.platform.requestGrantUrl(wanted, AbortSignal.timeout(limitMs))
  }

  launchMany(count: number): Promise<string[]> {
    return Promise.all(Array.from({ length: count }, () => this.launch()))
  }
}

/**
 * Ten times the patience for the rest of the test: a machine that stands still for seconds must not pass for a platform
 * that does. @returns what ends it before, where time is the point
 */
export function stretchTimeouts(): () => void {
  const endAfter = AbortSignal.timeout.bind(AbortSignal)
  const stretched = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => endAfter(10 * ms))
  const end = () => stretched.mockRestore()
  onTestFinished(end)
  return end
}
