import type { ServerResponse } from 'node:http'
import type { FlatLog } from '#lib/log.ts'
import type { RequestContext } from '#lib/request-context.ts'

export type AccessFacts = RequestContext & Readonly<{ method: string; pathname: string }>

/** One line when the answer is out or the client has gone. The query is left out: it may hold a one-time token. */
export function logWhenDone(log: FlatLog, response: ServerResponse, facts: AccessFacts): void {
  const startedAt = performance.now()
  response.once('close', () => {
    const status = response.writableFinished ? response.statusCode : 'aborted'
    log.info({ ...facts, status, ms: Math.round(performance.now() - startedAt) }, 'request')
  })
}
