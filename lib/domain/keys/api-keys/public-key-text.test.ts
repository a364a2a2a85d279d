import { exportJWK, exportPKCS8, exportSPKI, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { readPublicKeyText } from '#lib/domain/keys/api-keys/public-key-text.ts'

const pair = await generateKeyPair('ES256', { extractable: true })
const publicJwk = await exportJWK(pair.publicKey)
const privateJwk = await exportJWK(pair.privateKey)
const problemOf = (text: string) => readPublicKeyText(text).problem

describe('a public key', () => {
  it('is read from one line, and as editors indent it', () => {
    for (const text of [JSON.stringify(publicJwk), `\n  ${JSON.stringify(publicJwk, null, 2)}\r\n`]) {
      expect(readPublicKeyText(text)).toMatchObject({ jwk: publicJwk })
    }
  })

  it('is read with the line breaks of a terminal inside its values', () => {
    const wrapped = JSON.stringify(publicJwk).replaceAll(/.{30}/g, '$&\r\n  ')
    expect(() => JSON.parse(wrapped)).toThrow()
    expect(readPublicKeyText(wrapped)).toMatchObject({ jwk: publicJwk })
  })

  it('is shown again without members that are none of a public key', () => {
    const { kty, crv, x, y } = publicJwk
    const text = JSON.stringify({ ...publicJwk, kid: 'mine', password: 'otter' })
    expect(readPublicKeyText(text)).toMatchObject({ shown: JSON.stringify({ kty, crv, x, y }) })
  })
})

describe('a private key', () => {
  it('is known as a JWK, in a set, as PEM, broken by line breaks, and cut short', async () => {
    const text = JSON.stringify(privateJwk)
    const texts = [
      text,
      JSON.stringify({ keys: [publicJwk, privateJwk] }),
      JSON.stringify([privateJwk]),
      JSON.stringify({ publicJwk, privateJwk }),
      await exportPKCS8(pair.privateKey),
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk',
      text.replaceAll(/.{30}/g, '$&\n'),
      text.slice(0, -3),
      `{ d: '${privateJwk.d}' }`,
      JSON.stringify({ kty: 'oct', k: 'c2VjcmV0' }),
    ]
    expect(texts.map(problemOf)).toEqual(texts.map(() => 'private_key'))
  })

  it('is never in the result', () => {
    expect(readPublicKeyText(JSON.stringify(privateJwk))).toEqual({ problem: 'private_key' })
  })
})

it('tells what else was pasted', async () => {
  expect(problemOf(' \n')).toBe('required')
  expect(problemOf(JSON.stringify({ keys: [publicJwk] }))).toBe('key_set')
  expect(problemOf(JSON.stringify([publicJwk]))).toBe('key_set')
  expect(problemOf(await exportSPKI(pair.publicKey))).toBe('pem')
  expect(problemOf('ssh-ed25519 AAAAC3Nza anna@example')).toBe('pem')
  expect(problemOf(JSON.stringify(publicJwk).slice(0, -1))).toBe('not_json')
  expect(problemOf('42')).toBe('malformed')
  expect(problemOf('null')).toBe('malformed')
  expect(problemOf(JSON.stringify({ ...publicJwk, x5c: 'a'.repeat(9_000) }))).toBe('too_long')
})
