import { setTimeout as sleep } from 'node:timers/promises'
import { currentKeyRing } from '#lib/access-tokens/key-ring.ts'
import { secondMs } from '#lib/clock.ts'
import { hasNewestSchema } from '#lib/db/migrate.ts'
import { isRefusal, Refusal } from '#lib/errors.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint.ts'
import type { Services } from '#lib/services.ts'
import { isEnding } from '#lib/stopping.ts'

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
