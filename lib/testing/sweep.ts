import type { Services } from '#lib/foundation/services.ts'
import { randomId } from '#lib/kernel/crypto.ts'
import { runMaintenance, type Swept } from '#lib/server/maintenance/run-maintenance.ts'

/** Runs one turn of maintenance. @returns the number of deleted rows by table */
export async function sweep(services: Services): Promise<Swept> {
  const pace = { intervalMs: 0, batchDelayMs: 0 }
  const swept = await runMaintenance({ services, holder: randomId('inst'), pace, signal: new AbortController().signal })
  if (!swept) throw new Error('it is another instance’s turn')
  return swept
}
