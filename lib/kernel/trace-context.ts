/** The `traceparent` of a request (W3C Trace Context), with the ID of its trace. */
export type TraceContext = Readonly<{ traceparent: string; traceId: string }>

/** Version, trace ID, parent ID and flags. Later versions may append to it (§4.3); that part isn't kept. */
const form = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?=$|-)/

/** Undefined if the header is missing or malformed: it is ignored then. */
export function readTraceContext(header: string | null | undefined): TraceContext | undefined {
  const [traceparent, version, traceId] = form.exec(header ?? '') ?? []
  if (traceparent === undefined || traceId === undefined) return undefined
  return version === '00' && traceparent !== header ? undefined : { traceparent, traceId }
}
