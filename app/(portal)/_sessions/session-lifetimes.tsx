import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { getServices } from '#lib/foundation/services.ts'
import { dayMs, hourMs, minuteMs } from '#lib/kernel/clock.ts'

/** A sentence about when portal sessions end. */
export async function SessionLifetimes() {
  const [t, { env }] = await Promise.all([portalTranslator('security'), getServices()])
  const [idle, absolute] = [toCount(env.portalLifetimes.idleMs), toCount(env.portalLifetimes.absoluteMs)]
  const [idleUnit, absoluteUnit] = [idle.unit, absolute.unit]
  return t('sessions.lifetimes', { idle: idle.count, idleUnit, absolute: absolute.count, absoluteUnit })
}

/** In the largest unit that fits: 480 minutes are 8 hours, 24 hours stay 24 hours. */
function toCount(ms: number) {
  if (ms % dayMs === 0 && ms > dayMs) return { count: ms / dayMs, unit: 'days' } as const
  if (ms % hourMs === 0) return { count: ms / hourMs, unit: 'hours' } as const
  return { count: ms / minuteMs, unit: 'minutes' } as const
}
