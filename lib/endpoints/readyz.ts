import { setTimeout as sleep } from 'node:timers/promises'
import { currentKeyRing } from '#lib/access-tokens/key-ring.ts'
import { secondMs } from '#lib/clock.ts'
import { hasNewestSchema } from '#lib/db/migrate.ts'
import { isRefusal, Refusal } from '#lib/errors.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint-response.ts'
import { type Services, services } from '#lib/services.ts'
import { isStopping } from '#lib/stopping.ts'

/** Whoever asks wants to know now: an answer that comes later is no. */
const patienceMs = 2 * secondMs

/**
 * `GET /readyz`: whether requests should be sent to this process. Its database answers and has the newest schema, the
 * signing keys are loaded, and it was not told to end. Otherwise 503, as for any request at such a moment.
 */
export const readyzEndpoint = defineEndpoint({
  GET: async () => {
    const opened = await services()
    if (isStopping(opened)) throw notReady('this process was told to end')
    await Promise.race([check(opened), giveUp()])
    return jsonResponse({ status: 'ok' })
  },
})

async function check(opened: Services): Promise<void> {
  try {
    if (!(await hasNewestSchema(opened.db))) throw notReady('the schema of the database is an older one')
    await currentKeyRing(opened)
  } catch (error) {
    throw isRefusal(error) ? error : notReady('the database cannot be used', error)
  }
}

async function giveUp(): Promise<never> {
  await sleep(patienceMs, undefined, { ref: false })
  throw notReady('the database did not answer in time')
}

function notReady(detail: string, cause?: unknown): Refusal {
  return new Refusal('temporarily_unavailable', { detail, cause })
}
