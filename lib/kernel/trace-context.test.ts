import { describe, expect, it } from 'vitest'
import { readTraceContext } from '#lib/kernel/trace-context.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`

describe('traceparent', () => {
  it('is read', () => {
    expect(readTraceContext(traceparent)).toEqual({ traceparent, traceId })
  })

  it('of a later version may be longer; only the known part is kept', () => {
    const later = traceparent.replace('00-', 'cc-')
    expect(readTraceContext(`${later}-what-the-future-adds`)).toEqual({ traceparent: later, traceId })
  })

  it.each([
    undefined,
    null,
    '',
    traceId,
    `${traceparent}-`,
    `${traceparent}, ${traceparent}`,
    ` ${traceparent}`,
    `${traceparent}\n`,
    traceparent.toUpperCase(),
    traceparent.replace('00-', 'ff-'),
    traceparent.replace('01', 'x1'),
    traceparent.replace(traceId, '0'.repeat(32)),
    traceparent.replace('00f067aa0ba902b7', '0'.repeat(16)),
    traceparent.replace(traceId, traceId.slice(1)),
  ])('is ignored: %j', (header) => {
    expect(readTraceContext(header)).toBeUndefined()
  })
})
