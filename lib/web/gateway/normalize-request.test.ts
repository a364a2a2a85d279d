import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sampleSize } from '#lib/testing/sampling.ts'
import { readRequestTarget } from '#lib/web/gateway/normalize-request.ts'

const base = new URL('https://login.example.com')

function read(line: string) {
  return readRequestTarget(Object.assign(new IncomingMessage(new Socket()), { url: line }), base)
}

it('every target is the one that a URL parser reads, its leading slashes collapsed', () => {
  const segment = fc.string({
    unit: fc.constantFrom('a', 'Z', '0', '_', '-', '.', '/', '%', '2', 'e', '\\', '?', '#', ';', ' '),
  })
  fc.assert(
    fc.property(segment, (text) => {
      const line = `/${text}`
      const { pathname, search } = new URL(`${base.origin}${line}`)
      const target = read(line)
      if (target) expect(target).toEqual({ pathname: pathname.replace(/^\/+/, '/'), search })
      else expect(() => decodeURIComponent(pathname)).toThrow()
    }),
    { numRuns: sampleSize(2_000) },
  )
})

it.each(['', 'x', '*', 'ftp://login.example.com/', 'login.example.com:443', '/%', '/%ff'])(
  '%j is malformed',
  (line) => {
    expect(read(line)).toBeUndefined()
  },
)
