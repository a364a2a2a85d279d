import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxBackUrlLength, readBackUrlOrigin } from '#lib/domain/links/return-addresses/back-url.ts'
import { sampleSize } from '#lib/testing/sampling.ts'

/** Raise to 20 000 (and more) to search longer. */
const numRuns = sampleSize(20_000)

const accepted = {
  'https://app.example': 'https://app.example',
  'https://app.example/': 'https://app.example',
  'https://APP.example/Path': 'https://app.example',
  'HTTPS://app.example/': 'https://app.example',
  'https://app.example:443/x': 'https://app.example',
  'https://app.example:8443/x': 'https://app.example:8443',
  'https://app.example?to=https://evil.example': 'https://app.example',
  'https://app.example/a|b?c="d"&e=<f>': 'https://app.example',
  'https://app.example/a@b:c': 'https://app.example',
  'https://xn--bcher-kva.example/': 'https://xn--bcher-kva.example',
  'https://my_app.example/': 'https://my_app.example',
  'https://10.0.0.7/': 'https://10.0.0.7',
  'https://[2001:db8::7]:8443/': 'https://[2001:db8::7]:8443',
  'http://localhost:3000/done': 'http://localhost:3000',
  'http://127.0.0.1/': 'http://127.0.0.1',
  'http://[::1]:80/': 'http://[::1]',
}

const families = {
  'user info': [
    'https://app.example@evil.example/',
    'https://app.example:x@evil.example/',
    'https://@app.example/',
    'https://user:password@app.example/',
    'https://app.example%40evil.example/',
  ],
  backslashes: [
    'https:\\\\evil.example',
    '/\\evil.example',
    'https://evil.example\\@app.example/',
    'https://app.example\\.evil.example/',
    'https://app.example/\\evil',
  ],
  'missing slashes': [
    'https:evil.example',
    'https:/app.example',
    'https:///app.example',
    'https:app.example',
    '//app.example',
  ],
  'blanks and control characters around': [
    ' https://app.example/',
    'https://app.example/ ',
    '\0https://app.example/',
    '\thttps://app.example/',
    '\u00a0https://app.example/',
  ],
  'characters that the parser removes': [
    'https://app.exa\nmple/',
    'https://app.exa\tmple/',
    'ht\ntps://app.example/',
    'https://app.example/\r\nSet-Cookie: a=b',
  ],
  'letters that are normalised': [
    'https://app\u3002example/',
    'https://app\uff0eexample/',
    'https://\u24d0pp.example/',
    'https://app.example\uff0fevil/',
    'https://a\u00adpp.example/',
    'https://b\u00fccher.example/',
  ],
  'another spelling of a host': [
    'https://app.example./',
    'https://app.example..',
    'https://.app.example/',
    'https://0x7f.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://127.1/',
    'https://0177.0.0.1/',
    'https://app%2eexample/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:127.0.0.1]/',
  ],
  'another spelling of a port': [
    'https://app.example:/',
    'https://app.example:0443/',
    'https://app.example:65536/',
    'https://app.example:4a/',
  ],
  'another scheme': [
    'blob:https://app.example/1',
    'javascript://app.example/%0aalert(1)',
    'data:text/html,x',
    'ftp://app.example/',
    'file://app.example/',
    'view-source:https://app.example/',
    'filesystem:https://app.example/x',
    'wss://app.example/',
  ],
  'plain http outside loopback': [
    'http://app.example/',
    'http://localhost.evil.example/',
    'http://127.0.0.2/',
    'http://0.0.0.0/',
  ],
  'a fragment': ['https://app.example/#', 'https://app.example/#token', 'https://app.example#@evil.example/'],
  'nothing absolute': ['', '/', '/done', 'app.example', '?', 'https://', 'https://?x', 'https:///'],
  'broken text': ['https://app.example/\ud800', 'https://app.example/\uffff', 'https://app.example/a b'],
}

describe('a back URL', () => {
  it.each(Object.entries(accepted))('%j has the origin %j', (text, origin) => {
    expect(readBackUrlOrigin(text)).toBe(origin)
  })

  for (const [family, payloads] of Object.entries(families)) {
    it.each(payloads)(`with ${family} is refused: %j`, (text) => {
      expect(readBackUrlOrigin(text)).toBeUndefined()
    })
  }

  it('is at most 2,048 characters long after URL encoding', () => {
    const base = 'https://app.example/' // one colon and three slashes: three characters each
    const letters = maxBackUrlLength - base.length - 4 * 2
    expect(readBackUrlOrigin(base + 'x'.repeat(letters))).toBe('https://app.example')
    expect(readBackUrlOrigin(base + 'x'.repeat(letters + 1))).toBeUndefined()
    expect(readBackUrlOrigin(base + '/'.repeat(700))).toBeUndefined()
  })

  it('is refused quickly with a very long host', () => {
    expect(readBackUrlOrigin(`https://${'a.'.repeat(900)}@evil.example/`)).toBeUndefined()
    expect(readBackUrlOrigin(`https://${'a'.repeat(1_900)}@evil.example/`)).toBeUndefined()
  })

  it('has the same registered host for a browser and for RFC 3986 once it is accepted', () => {
    const registered = ['https://app.example', 'https://app.example:8443', 'http://localhost:3000']
    const piece = fc.constantFrom(
      'https:',
      'http:',
      'blob:',
      '/',
      '//',
      '\\',
      '@',
      ':',
      '?',
      '#',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '%00',
      'app.example',
      'evil.example',
      'localhost',
      ':8443',
      ':3000',
      ':443',
      ':',
      '127.0.0.1',
      '0x7f.1',
      '[::1]',
      ' ',
      '\t',
      '\n',
      '\r',
      '\0',
      '\u3002',
      '\uff0e',
      '\u24d0',
      '\uff0f',
      '\u00ad',
      'é',
      '\ud800',
      'x',
      '&',
      ';',
    )
    const start = fc.constantFrom(
      '',
      'https://app.example',
      'https://app.example:8443',
      'http://localhost:3000',
      'https://',
    )
    const payload = fc.tuple(start, fc.array(piece, { maxLength: 10 })).map(([head, rest]) => head + rest.join(''))
    let acceptedPayloads = 0
    fc.assert(
      fc.property(payload, (text) => {
        const origin = readBackUrlOrigin(text)
        if (origin === undefined || !registered.includes(origin)) return
        acceptedPayloads++
        // RFC 3986, appendix B.
        const [, , scheme, , authority] = /^(([^:/?#]+):)?(\/\/([^/?#]*))?/.exec(text) ?? []
        const written = `${scheme}://${authority}`.toLowerCase().replace(/(?<=^https:.+):443$|(?<=^http:.+):80$/, '')
        expect(registered).toContain(written)
        expect(registered).toContain(new URL(text).origin)
        expect(new URL(text, 'https://elsewhere.example').origin).toBe(origin)
        expect(text).toMatch(/^[\x21-\x7e]+$/)
      }),
      { numRuns },
    )
    expect(acceptedPayloads).toBeGreaterThan(numRuns / 50)
  })
})
