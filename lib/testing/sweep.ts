import { randomId } from '#lib/crypto.ts'
import { type Swept, takeTurn } from '#lib/maintenance/take-turn.ts'
import type { Services } from '#lib/services.ts'

/** Runs one turn of maintenance. @returns the number of deleted rows by table */
export async function sweep(services: Services): Promise<Swept> {
  const pace = { everyMs: 0, betweenMs: 0 }
  const swept = await takeTurn({ services, holder: randomId('inst'), pace, signal: new AbortController().signal })
  if (!swept) throw new Error('it is another instance’s turn')
  return swept
}
