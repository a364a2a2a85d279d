import { describe, expect, it } from 'vitest'
import { parseReturnAddress } from '#lib/domain/links/return-addresses/return-address.ts'

describe('a return address', () => {
  it.each([
    ['https://app.example', 'https://app.example'],
    [' https://App.Example/ ', 'https://app.example'],
    ['https://app.example:443', 'https://app.example'],
    ['https://app.example:8443/', 'https://app.example:8443'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('%j is the origin %j', (text, origin) => {
    expect(parseReturnAddress(text)).toEqual({ origin })
  })

  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['/', 'required'],
    ['app.example', 'scheme_missing'],
    ['localhost:3000', 'scheme_missing'],
    ['https://', 'malformed'],
    ['https://app.example/path', 'path'],
    ['https://app.example//', 'path'],
    ['https://app.example?x', 'path'],
    ['https://app.example#x', 'path'],
    [`https://${'a'.repeat(300)}.example`, 'too_long'],
    ['https://user@app.example', 'credentials'],
    ['https://app.example\\', 'malformed'],
    ['https://app.example.', 'malformed'],
    ['https://*.example', 'malformed'],
    ['https://bücher.example', 'malformed'],
    ['https://0x7f.1', 'malformed'],
    ['https://app.example:99999', 'malformed'],
    ['ftp://app.example', 'malformed'],
    ['javascript:alert(1)', 'malformed'],
    ['blob:https://app.example', 'malformed'],
    ['null', 'malformed'],
    ['http://app.example', 'insecure'],
    ['http://app.example:8080', 'insecure'],
  ])('%j is refused as %s', (text, problem) => {
    expect(parseReturnAddress(text)).toEqual({ problem })
  })
})
