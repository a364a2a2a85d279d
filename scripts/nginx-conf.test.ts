import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { secondMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { createHttpServer } from '#lib/web/gateway/http-server.ts'

const text = readFileSync('deploy/nginx.conf', 'utf8')
const directives = text.replace(/^\s*#.*$/gm, '')

const valuesOf = (name: string) =>
  [...directives.matchAll(new RegExp(`^ *${name} ([^;]*);`, 'gm'))].map((match) => match[1])

describe('deploy/nginx.conf', () => {
  it('logs no query', () => {
    const [format = ''] = valuesOf('log_format')
    expect(format).toContain('$uri')
    expect(format).not.toMatch(
      /\$(request|request_uri|args|query_string|is_args|http_referer|arg_\w+|upstream_http_location)\b/,
    )
    // The pattern above has a word boundary, because `$request_method` is allowed: it still matches `$request`.
    expect('"$request"').toMatch(/\$(request)\b/)
  })

  it('writes no error line about single requests', () => {
    expect(valuesOf('error_log').map((value) => value?.split(' ')[1])).toEqual(['notice', 'emerg'])
    expect(directives.indexOf('notice;')).toBeLessThan(directives.indexOf('http {'))
  })

  it('never repeats a POST', () => {
    expect(valuesOf('proxy_next_upstream')).toEqual(['error timeout', 'error timeout http_404'])
  })

  it('closes idle connections before the instances do', () => {
    const { keepAliveTimeout } = createHttpServer(false)
    const [upstreamSeconds] = /upstream [^}]*keepalive_timeout (\d+)s;/s.exec(directives)?.slice(1) ?? []
    expect(Number(upstreamSeconds)).toBeLessThan(keepAliveTimeout / secondMs)
  })

  it('returns the error bodies of the protocol', () => {
    const bodies = [...directives.matchAll(/return (\d+) '(\{.*\})';/g)].map(([, status, body = '']) => {
      return [Number(status), JSON.parse(body)]
    })
    const refusals = [new Refusal('body_too_large'), new Refusal('temporarily_unavailable')]
    expect(bodies).toEqual(
      refusals.map(({ status, error, description }) => {
        return [status, { error, error_description: description, requestId: '$own_id' }]
      }),
    )
  })
})
