import { hourMs, minuteMs } from '#lib/kernel/clock.ts'
import type { Env } from '#lib/kernel/env.ts'
import { type CheckResult, ok } from '#lib/server/diagnostics/check-result.ts'

/** NIST SP 800-63B-4, section 2.2.3: reauthentication at AAL2. */
const aal2 = { idleMs: hourMs, absoluteMs: 24 * hourMs }

/** How long portal sessions live, compared with AAL2. */
export function checkSessions({ portalLifetimes: { idleMs, absoluteMs } }: Pick<Env, 'portalLifetimes'>): CheckResult {
  const isWithin = idleMs <= aal2.idleMs && absoluteMs <= aal2.absoluteMs
  const length = `They last ${idleMs / minuteMs} minutes unused and ${absoluteMs / hourMs} hours in all`
  if (isWithin) return ok('portal sessions', `${length}, as NIST AAL2 allows.`)
  return ok('portal sessions', `${length}. For NIST AAL2, set PORTAL_IDLE_MINUTES=60 and PORTAL_ABSOLUTE_HOURS=24.`)
}
