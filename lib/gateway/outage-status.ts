import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** Next responds to every error with 500. For a request that met a database outage this makes it 503, to be retried. */
export function respond503OnOutage(response: ServerResponse, hasMetOutage: () => boolean): void {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = (status: number, reason?: string | Headers, headers?: Headers) => {
    const isOutage = status === 500 && hasMetOutage()
    if (isOutage) response.setHeader('Retry-After', '1')
    const actualStatus = isOutage ? 503 : status
    return typeof reason === 'string'
      ? writeHead(actualStatus, reason, headers)
      : writeHead(actualStatus, reason ?? headers)
  }
}
