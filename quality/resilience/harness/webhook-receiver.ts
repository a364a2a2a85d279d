import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from './ports.ts'

/** So that kills meet messages under way. */
const answerMs = 50

/** What an endpoint received: the number and hash of a journal entry. */
export type Message = Readonly<{ seq: number; hash: string }>

/** An endpoint that answers every message. `messages` are those whose sender was there for the answer, in order. */
export type WebhookReceiver = AsyncDisposable & Readonly<{ url: string; messages: readonly Message[] }>

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const messages: Message[] = []
  const server = createServer(async (request, response) => {
    // A sender that is killed sends half a message.
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    await sleep(answerMs)
    if (response.closed) return
    messages.push(JSON.parse(body))
    response.writeHead(204).end()
  })
  const port = await findFreePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}/events`,
    messages,
    [Symbol.asyncDispose]: async () => void server.close().closeAllConnections(),
  }
}
