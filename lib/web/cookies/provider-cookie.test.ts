import { parseSetCookie } from 'cookie'
import { expect, it } from 'vitest'
import { testBaseUrl } from '#lib/testing/test-services.ts'
import { clearedProviderCookie, readProviderCookie, setProviderCookie } from '#lib/web/cookies/provider-cookie.ts'

const set = (header: string | null, state: string) =>
  setProviderCookie(header, testBaseUrl, { state, sealed: `sealed-${state}` }).map((text) => parseSetCookie(text))

it('is encrypted content for this host alone, for ten minutes', () => {
  const [cookie] = set(null, 'one')
  expect(cookie).toMatchObject({
    name: expect.stringMatching(/^__Host-latchkey-provider-[0-9a-f]{16}$/),
    value: 'sealed-one',
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
    maxAge: 600,
  })
})

it('of one tab does not replace that of another', () => {
  const cookies = [...set(null, 'one'), ...set('a=b', 'two')]
  const header = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(readProviderCookie(header, testBaseUrl, 'one')).toBe('sealed-one')
  expect(readProviderCookie(header, testBaseUrl, 'two')).toBe('sealed-two')
  expect(readProviderCookie(header, testBaseUrl, 'three')).toBeUndefined()
})

it('is not read if a browser sends two of its name', () => {
  const [cookie] = set(null, 'one')
  const pair = `${cookie?.name}=${cookie?.value}`
  expect(readProviderCookie(`${pair}; ${pair}`, testBaseUrl, 'one')).toBeUndefined()
})

it('leaves at most five, and removes the oldest', () => {
  const names = ['1', '2', '3', '4', '5', '6'].map((state) => set(null, state)[0]?.name ?? '')
  const header = names.map((name) => `${name}=x`).join('; ')
  const [added, ...removed] = set(`other=1; ${header}`, 'new')
  expect(added?.value).toBe('sealed-new')
  expect(removed.map(({ name, maxAge }) => [name, maxAge])).toEqual([
    [names[0], 0],
    [names[1], 0],
  ])
})

it('is removed by its name', () => {
  const [cookie] = set(null, 'one')
  expect(clearedProviderCookie(testBaseUrl, 'one')).toMatchObject({ name: cookie?.name, attributes: { maxAge: 0 } })
})
