import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './answer-reader.ts'
import { Connection } from './connection.ts'
import type { Feed, Request } from './feed.ts'
import { Schedule } from './schedule.ts'
import type { Stopwatch } from './stopwatch.ts'

/** What both loops work with. */
export type Load = Readonly<{ port: number; feed: Feed; judge: (answer: Answer) => void; stopwatch: Stopwatch }>

/** An open loop has as many as it needs, up to here: a server that is overrun is not helped by more. */
const mostConnections = 512

/** Every connection asks again as soon as it is answered, until `isOver` or until the feed has no more. */
export async function runClosedLoop(
  load: Load,
  connections: readonly Connection[],
  isOver: () => boolean,
): Promise<void> {
  await Promise.all(
    connections.map(async (connection) => {
      while (!isOver()) {
        const request = load.feed()
        if (request === undefined) return
        await ask(load, connection, request, performance.now())
      }
    }),
  )
}

/**
 * Requests are sent when they are due, whether or not the earlier ones were answered. A wait counts from the moment
 * that a request was due: neither a late timer nor a lack of connections makes it look shorter.
 */
export async function runOpenLoop(load: Load, perSecond: number, isOver: () => boolean): Promise<void> {
  const schedule = new Schedule(performance.now(), perSecond)
  const idle: Connection[] = []
  const all = new Set<Connection>()
  const late: number[] = []
  const underWay = new Set<Promise<void>>()
  let failure: unknown
  const send = (dueAt: number) => {
    const connection = idle.pop() ?? (all.size < mostConnections ? open() : undefined)
    const request = connection && load.feed()
    if (!connection || request === undefined) return void late.push(dueAt)
    const asking: Promise<void> = ask(load, connection, request, dueAt)
      .catch((error: unknown) => {
        failure ??= error
      })
      .finally(() => {
        underWay.delete(asking)
        idle.push(connection)
      })
    underWay.add(asking)
  }
  const open = () => {
    const connection = new Connection(load.port)
    all.add(connection)
    return connection
  }
  while (!isOver() && failure === undefined) {
    for (const dueAt of [...late.splice(0), ...schedule.due(performance.now())]) send(dueAt)
    await sleep(1)
  }
  // Those that were never sent have waited until now, too.
  for (const dueAt of late) load.stopwatch.note(performance.now() - dueAt)
  await Promise.all(underWay)
  for (const connection of all) connection.close()
  if (failure !== undefined) throw failure
}

async function ask(load: Load, connection: Connection, request: Request, since: number): Promise<void> {
  const answer = await connection.ask(request.text)
  load.stopwatch.note(performance.now() - since)
  load.judge(answer)
  request.took?.(answer)
}
