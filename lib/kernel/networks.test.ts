import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findNetworkProblem, isInside, networkSchema, toAddressKey, toKeyRange } from '#lib/kernel/networks.ts'

const problemOf = (text: unknown) => networkSchema.safeParse(text).error?.issues.map(({ message }) => message)

it('a field says what is wrong with a network in the words of the schema', () => {
  expect(['10.0.0.0/8', '10.0.0.7/8', 'here'].map(findNetworkProblem)).toEqual([undefined, 'host_bits', 'malformed'])
})

describe('a network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7/32 ', '203.0.113.7'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['192.0.2.128/25', '192.0.2.128/25'],
    ['192.0.2.254/31', '192.0.2.254/31'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0:0:0::1', '2001:db8::1'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['2001:0db8::/32', '2001:db8::/32'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:db8::8000:0:0:0/65', '2001:db8:0:0:8000::/65'],
    ['::/0', '::/0'],
    ['64:ff9b::192.0.2.0/120', '64:ff9b::c000:200/120'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207/128', '192.0.2.7'],
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
  ])('%j has one spelling: %s', (text, spelling) => {
    expect(networkSchema.parse(text)).toBe(spelling)
    expect(networkSchema.parse(spelling)).toBe(spelling)
  })

  it.each(['10.0.0.7/8', '192.0.2.129/25', '192.0.2.1/31', '0.0.0.1/0', '2001:db8::1/32', '::ffff:0:0/95', '::1/0'])(
    '%s is refused: bits are set beyond its prefix',
    (text) => {
      expect(problemOf(text)).toEqual(['host_bits'])
    },
  )

  it.each([
    '',
    ' ',
    '/',
    '/8',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/08',
    '10.0.0.0/8.0',
    '10.0.0.0/1e1',
    '10.0.0.0/8/8',
    '10.0.0.0 /8',
    '10.1',
    '010.0.0.1',
    '0x0a.0.0.1',
    '256.0.0.1',
    '1.2.3.4.5',
    '1.2.3.4:80',
    '*',
    '::/129',
    '::1::',
    '[::1]',
    'fe80::1%eth0',
    '2001:db8::/32 ::1',
    '1:2:3:4:5:6:7:8:9',
    'localhost',
    '١.٢.٣.٤',
    '10.0.0.0-10.0.0.9',
    '10.0.0.0/255.0.0.0',
    'https://192.0.2.1',
    '::1/64\u0000',
    10,
    null,
    undefined,
  ])('%j is none', (text) => {
    expect(problemOf(text)).toEqual(['malformed'])
  })
})

describe('a client', () => {
  it.each([
    ['203.0.113.7', ['203.0.113.7'], ['203.0.113.6', '203.0.113.8']],
    ['10.0.0.0/8', ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
    ['192.0.2.64/26', ['192.0.2.64', '192.0.2.127'], ['192.0.2.63', '192.0.2.128']],
    ['192.0.2.254/31', ['192.0.2.254', '192.0.2.255'], ['192.0.2.253', '192.0.3.0']],
    ['0.0.0.0/0', ['0.0.0.0', '255.255.255.255'], ['::', '2001:db8::1']],
    ['2001:db8::1', ['2001:db8::1', '2001:DB8:0::0:1'], ['2001:db8::', '2001:db8::2']],
    ['2001:db8::/32', ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'], ['2001:db7:ffff::', '2001:db9::']],
    ['2001:db8:0:0:8000::/65', ['2001:db8::8000:0:0:0', '2001:db8::ffff:ffff:ffff:ffff'], ['2001:db8::7fff:0:0:0']],
    ['2001:db8::fffe/127', ['2001:db8::fffe', '2001:db8::ffff'], ['2001:db8::fffd', '2001:db8::1:0']],
    ['fe80::/10', ['fe80::1%eth0', 'febf::1'], ['fec0::']],
    ['::/0', ['::', '2001:db8::1'], ['0.0.0.0', '192.0.2.1', '::ffff:192.0.2.1']],
  ])('is inside %s, exact to the address', (network, inside, outside) => {
    expect(inside.filter((address) => !isInside([network], address))).toEqual([])
    expect(outside.filter((address) => isInside([network], address))).toEqual([])
  })

  it('with IPv4 is recognized as an IPv4-mapped address too', () => {
    for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:c000:0207', '0:0:0:0:0:ffff:192.0.2.7']) {
      expect(isInside(['192.0.2.0/24'], address), address).toBe(true)
      expect(isInside(['192.0.3.0/24', '::/0'], address), address).toBe(false)
    }
  })

  it('may be in any of several networks', () => {
    const networks = ['203.0.113.7', '2001:db8::/32']
    expect(['203.0.113.7', '2001:db8::9', '203.0.113.8'].map((one) => isInside(networks, one))).toEqual([
      true,
      true,
      false,
    ])
  })

  it.each(['', 'unknown', 'command line', '1234', '0x7f.1', '127.1', 'localhost', '1.2.3.4, 5.6.7.8', '%eth0'])(
    'whose address is %j is in none',
    (address) => {
      expect(isInside(['0.0.0.0/0', '::/0'], address)).toBe(false)
    },
  )

  it('is inside by arithmetic', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), fc.nat(0xffffffff), fc.nat(32), fc.nat(32), (one, noise, prefix, shared) => {
        // Near as often as far: it shares about so many of its leading bits.
        const other = shared === 32 ? one : (one ^ (noise >>> shared)) >>> 0
        const size = 2 ** (32 - prefix)
        const first = Math.floor(one / size) * size
        const expected = other >= first && other < first + size
        expect(isInside([networkSchema.parse(`${dotted(first)}/${prefix}`)], dotted(other))).toBe(expected)
        if (first !== one) expect(problemOf(`${dotted(one)}/${prefix}`)).toEqual(['host_bits'])
      }),
    )
  })
})

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join('.')
}

describe('the key of an IP address', () => {
  it.each([
    ['203.0.113.7', '4cb007107'],
    ['::ffff:203.0.113.7', '4cb007107'],
    ['2001:DB8:0::7', '620010db8000000000000000000000007'],
    ['2001:db8::7', '620010db8000000000000000000000007'],
    ['fe80::1%eth0', '6fe800000000000000000000000000001'],
    ['command line', 'xcommand line'],
    ['unknown', 'xunknown'],
  ])('of %s is %s', (address, key) => {
    expect(toAddressKey(address)).toBe(key)
  })

  it('is between those of a network if the address is inside', () => {
    const addresses = fc.oneof(fc.ipV4(), fc.ipV6())
    const prefix = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(addresses, addresses, prefix, (one, other, share) => {
        const network = firstOf(one, Math.round(share * (one.includes(':') ? 128 : 32)))
        const { first, last } = toKeyRange(network)
        for (const address of [one, other]) {
          const key = toAddressKey(address)
          expect(first <= key && key <= last).toBe(isInside([network], address))
        }
      }),
    )
  })

  it('stands for a network of one address, and for other text', () => {
    expect(toKeyRange('203.0.113.7')).toEqual({ first: '4cb007107', last: '4cb007107' })
    expect(toKeyRange('command line')).toEqual({ first: 'xcommand line', last: 'xcommand line' })
    expect(toKeyRange('203.0.113.0/24')).toEqual({ first: '4cb007100', last: '4cb0071ff' })
  })
})

/** The network of this size that contains the address. */
function firstOf(address: string, prefix: number): string {
  const digits = toAddressKey(address).slice(1)
  const bits = BigInt(digits.length * 4)
  const hostBits = bits - BigInt(prefix)
  const first = ((BigInt(`0x${digits}`) >> hostBits) << hostBits).toString(16).padStart(digits.length, '0')
  const isIPv4 = bits === 32n
  const groups = first.match(isIPv4 ? /../g : /..../g) ?? []
  const text = isIPv4 ? groups.map((group) => Number.parseInt(group, 16)).join('.') : groups.join(':')
  return networkSchema.parse(`${text}/${isIPv4 ? prefix : Number(bits) - Number(hostBits)}`)
}
