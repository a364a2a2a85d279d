import { expect, it } from 'vitest'
import { type CpuProfile, summarizeProfile } from './profile.ts'

const frames = [
  ['(idle)', ''],
  ['(garbage collector)', ''],
  ['sign', 'file:///somewhere/node_modules/jose/dist/sign.js'],
  ['read', 'file:///somewhere/lib/web/http/form-body.ts'],
  ['onread', 'node:internal/stream'],
  ['', 'file:///somewhere/lib/web/http/endpoint.ts'],
] as const

function profile(samples: readonly (readonly [frame: number, millis: number])[]): CpuProfile {
  return {
    nodes: frames.map(([functionName, url], id) => ({ id, callFrame: { functionName, url } })),
    startTime: 0,
    samples: samples.map(([frame]) => frame),
    timeDeltas: samples.map(([, millis]) => millis * 1_000),
  }
}

it('says whose time it was, of what was not idle and not the start', () => {
  const summary = summarizeProfile(
    profile([
      [4, 3_900],
      [0, 200],
      [2, 40],
      [3, 30],
      [5, 10],
      [1, 15],
      [4, 5],
    ]),
  )
  expect(summary.busy).toBeCloseTo(1 / 3)
  expect(summary.places).toEqual([
    { name: 'jose', share: 0.4 },
    { name: 'lib/web/http', share: 0.4 },
    { name: '(garbage collector)', share: 0.15 },
    { name: 'Node.js', share: 0.05 },
  ])
  expect(summary.functions.map(({ name }) => name)).toEqual([
    'sign – jose/dist/sign.js',
    'read – lib/web/http/form-body.ts',
    '(garbage collector) – (garbage collector)',
    '(anonymous) – lib/web/http/endpoint.ts',
    'onread – node:internal/stream',
  ])
})

it('says nothing of a process that ended before it was warm', () => {
  expect(summarizeProfile(profile([[2, 100]]))).toEqual({ busy: 0, places: [], functions: [] })
})
