import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/**
 * A page that fails is a 500 to the router behind us, whatever the cause. Where the request has met trouble of the
 * database it is a 503: nothing of ours is broken, and it is worth another try.
 */
export function answerTroubleWith503(response: ServerResponse, hasMetTrouble: () => boolean): void {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = (status: number, reason?: string | Headers, headers?: Headers) => {
    const isTrouble = status === 500 && hasMetTrouble()
    if (isTrouble) response.setHeader('Retry-After', '1')
    const settled = isTrouble ? 503 : status
    return typeof reason === 'string' ? writeHead(settled, reason, headers) : writeHead(settled, reason ?? headers)
  }
}
