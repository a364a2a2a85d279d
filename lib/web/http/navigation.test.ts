import { describe, expect, it } from 'vitest'
import { isNavigation } from '#lib/web/http/navigation.ts'

function isGoing(headers: Record<string, string>, method = 'GET'): boolean {
  return isNavigation(new Request('https://login.example.com/sso', { method, headers }))
}

describe('a navigation', () => {
  it.each([
    {},
    { 'Sec-Fetch-Dest': 'document' },
    { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Mode': 'cors' },
    { Accept: '*/*', 'User-Agent': 'curl/8' },
  ])('with %j', (headers) => {
    expect(isGoing(headers)).toBe(true)
  })
})

describe('not a navigation', () => {
  it.each<Record<string, string>>([
    { 'Sec-Purpose': 'prefetch' },
    { 'Sec-Purpose': 'prefetch;prerender' },
    { 'Sec-Purpose': 'prefetch;anonymous-client-ip' },
    { Purpose: 'prefetch' },
    { Purpose: 'preview' },
    { 'X-Moz': 'prefetch' },
    { 'X-Purpose': 'preview', 'Sec-Fetch-Dest': 'empty' },
    { 'Next-Router-Prefetch': '1' },
    { RSC: '1' },
    { 'Sec-Fetch-Dest': 'empty' },
    { 'Sec-Fetch-Dest': 'iframe' },
    { 'Sec-Fetch-Dest': 'image' },
    { 'Sec-Fetch-Dest': 'document', 'Sec-Purpose': 'prefetch' },
  ])('with %j', (headers) => {
    expect(isGoing(headers)).toBe(false)
  })

  it('with HEAD', () => {
    expect(isGoing({}, 'HEAD')).toBe(false)
  })
})
