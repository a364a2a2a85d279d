import { randomBase62 } from '#lib/crypto.ts'

/** Client IP address and request ID, as audit events and log lines record them. */
export type RequestContext = Readonly<{ address: string; requestId: string }>

/** A request ID, for the response and for every log line about the request. */
export function newRequestId(): string {
  return `req_${randomBase62(20)}`
}
