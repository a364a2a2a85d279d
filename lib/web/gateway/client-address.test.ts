import { describe, expect, it } from 'vitest'
import { openFront } from '#lib/testing/test-front.ts'

const openBehindProxies = () => openFront({ TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8,fd00::/8' })

describe('the client IP address that a trusted proxy sends', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['"[2001:db8::1]:47011"', '2001:db8::1'],
    ['"203.0.113.7:_port"', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
    ['9.9.9.9:1, 203.0.113.7:2, 10.1.2.3:3', '203.0.113.7'],
    ['203.0.113.7:2,[fd00::1]:80 , 10.1.2.3', '203.0.113.7'],
    ['<script>, 203.0.113.7', '203.0.113.7'],
  ])('is read from %j', async (forwarded, address) => {
    const { services, seen, ask } = await openBehindProxies()
    await ask({ headers: { 'x-forwarded-for': forwarded } })
    expect(seen[0]?.headers['x-forwarded-for']).toBe(address)
    expect(services.logLines.filter((line) => line.includes('X-Forwarded-For'))).toEqual([])
  })

  it.each([
    ['unknown', '127.0.0.1'],
    ['_hidden', '127.0.0.1'],
    ['', '127.0.0.1'],
    ['203.0.113.7:47:11', '127.0.0.1'],
    ['203.0.113.700:4711', '127.0.0.1'],
    ['[203.0.113.7]extra', '127.0.0.1'],
    ['9.9.9.9, garbage', '127.0.0.1'],
    ['garbage, 10.1.2.3', '10.1.2.3'],
  ])('counts as absent if it is no IP address: %j', async (forwarded, address) => {
    const { seen, ask } = await openBehindProxies()
    await ask({ headers: { 'x-forwarded-for': forwarded } })
    expect(seen[0]?.headers['x-forwarded-for']).toBe(address)
  })

  it('is logged once if it is no IP address', async () => {
    const { services, ask } = await openBehindProxies()
    for (const value of ['9.9.9.9, one two', 'three']) await ask({ headers: { 'x-forwarded-for': value } })
    const warnings = services.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40)
    const msg = 'a trusted proxy sends an X-Forwarded-For without an IP address'
    expect(warnings).toMatchObject([{ proxy: '127.0.0.1', value: 'one two', msg }])
  })
})
