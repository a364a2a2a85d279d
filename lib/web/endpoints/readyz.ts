import { setTimeout as sleep } from 'node:timers/promises'
import { currentKeyRing } from '#lib/domain/tokens/access-tokens/key-ring.ts'
import { hasNewestSchema } from '#lib/foundation/db/migrate.ts'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { isRefusal, Refusal } from '#lib/kernel/errors.ts'
import { isEnding } from '#lib/kernel/stopping.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { jsonResponse } from '#lib/web/http/endpoint.ts'

/** A database that takes longer counts as not ready. */
const timeoutMs = 2 * secondMs

/** `GET /readyz`: 200 while the schema is current, signing keys are loaded and the process is not ending. */
export const readyzEndpoint = defineEndpoint({
  GET: async (_request, { services }) => {
    if (isEnding(services)) throw notReady('the process is stopping')
    await Promise.race([checkDatabase(services), failAfterTimeout()])
    return jsonResponse({ status: 'ok' })
  },
})

async function checkDatabase(services: Services): Promise<void> {
  try {
    if (!(await hasNewestSchema(services.db))) throw notReady('the database schema is older than this version')
    await currentKeyRing(services)
  } catch (error) {
    throw isRefusal(error) ? error : notReady('the database cannot be used', error)
  }
}

async function failAfterTimeout(): Promise<never> {
  await sleep(timeoutMs, undefined, { ref: false })
  throw notReady('the database did not answer in time')
}

function notReady(detail: string, cause?: unknown): Refusal {
  return new Refusal('temporarily_unavailable', { detail, cause })
}
