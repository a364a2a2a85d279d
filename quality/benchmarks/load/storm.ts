import { createClient } from '../../resilience/harness/http.ts'
import type { ServerAddress } from './plan.ts'

export type Storm = Readonly<{ address: ServerAddress; connections: number }>

/** Responses by status; without a response, by the kind of failure. */
export type StormCounts = Readonly<Record<string, number>>

// The generator must not outlive its parent: it would load the machine during later measurements.
process.once('disconnect', () => process.exit())

// Sends wrong passwords until the parent asks for the counts, in a process separate from the one that measures
// sign-ins.
process.once('message', ({ address, connections }: Storm) => {
  const { send, close } = createClient(address.port, address.host)
  const counts: Record<string, number> = {}
  let stopped = false
  const guess = async (connection: number): Promise<void> => {
    for (let attempt = 0; !stopped; attempt++) {
      const form = { name: `guess-${connection}-${attempt}`, password: `wrong password ${attempt}`, next: '/' }
      const answer = send({ path: '/sign-in', headers: { Origin: `http://${address.host}` }, form })
      const outcome = await answer.then(({ status }) => String(status)).catch((error: Error) => error.name)
      counts[outcome] = (counts[outcome] ?? 0) + 1
    }
  }
  process.once('message', () => {
    stopped = true
    process.send?.(counts satisfies StormCounts, () => process.disconnect())
    close()
  })
  for (let connection = 0; connection < connections; connection++) void guess(connection)
})
