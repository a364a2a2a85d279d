import { calculateJwkThumbprint, importJWK, jwtVerify, SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { readPublicKey } from '#lib/domain/keys/api-keys/public-key.ts'
import { readPublicKeyText } from '#lib/domain/keys/api-keys/public-key-text.ts'
import { makeKeyPair } from './key-pair.ts'

it('makes a pair whose halves belong together', async () => {
  const { publicJwk, file } = await makeKeyPair()
  const signed = await new SignJWT({}).setProtectedHeader({ alg: 'ES256' }).sign(await importJWK(JSON.parse(file.text)))
  expect((await jwtVerify(signed, await importJWK(JSON.parse(publicJwk)))).payload).toEqual({})
})

it('names both halves and the file after the thumbprint', async () => {
  const { publicJwk, file } = await makeKeyPair()
  const kid = await calculateJwkThumbprint(JSON.parse(publicJwk))
  const members = { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid }
  const value = expect.stringMatching(/^[\w-]{43}$/)
  expect(JSON.parse(publicJwk)).toEqual({ ...members, x: value, y: value })
  expect(JSON.parse(file.text)).toEqual({ ...members, x: value, y: value, d: value })
  expect(file.name).toBe(`private-key-${kid.slice(0, 8)}.jwk.json`)
})

it('has a public half that the server takes, and a private half that it refuses', async () => {
  const { publicJwk, file } = await makeKeyPair()
  await expect(readPublicKey(readPublicKeyText(publicJwk).jwk)).resolves.toMatchObject({ masterId: 'jwk' })
  expect(readPublicKeyText(file.text)).toEqual({ problem: 'private_key' })
})
