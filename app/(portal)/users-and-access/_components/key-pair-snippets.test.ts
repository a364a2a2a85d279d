import { expect, it } from 'vitest'
import { toKeyPairEnvironment, toOpenidClient, toSignedRequest } from './key-pair-snippets.ts'

const key = { keyId: 'lkid_1', thumbprint: '0123456789abc', alg: 'ES256' }
const baseUrl = 'https://login.example.com'

// `e2e/key-pairs.spec.ts` runs the programs.
it('gives a program the file with its private key as an environment variable', () => {
  expect(toKeyPairEnvironment({ ...key, ownerUsername: 'crm' }, baseUrl)).toBe(
    'PLATFORM_URL=https://login.example.com\nPLATFORM_CLIENT_ID=lkid_1\nPLATFORM_PRIVATE_KEY_FILE=private-key-01234567.jwk.json\nPLATFORM_USERNAME=crm\n',
  )
  expect(toKeyPairEnvironment(key, baseUrl)).not.toContain('PLATFORM_USERNAME')
})

it('signs with the algorithm of the key', () => {
  const rsa = { ...key, alg: 'PS256' }
  expect(toOpenidClient(rsa, baseUrl)).toContain("importJWK(JSON.parse(file), 'PS256')")
  expect(toSignedRequest(rsa)).toContain("alg: 'PS256'")
})

it('ends with the token if the key opens no account', () => {
  expect(toOpenidClient(key, baseUrl)).not.toContain('/auth/v1/sso')
  expect(toOpenidClient({ ...key, accountId: 'at-1' }, baseUrl)).toContain("accountId: 'at-1'")
})

it('allows plain http only where the product has it', () => {
  expect(toOpenidClient(key, baseUrl)).not.toContain('allowInsecureRequests')
  expect(toOpenidClient(key, 'http://localhost:3000')).toContain('allowInsecureRequests')
})

it('binds its tokens if the key requires it', () => {
  const program = toOpenidClient({ ...key, accountId: 'at-1', dpop: true }, baseUrl)
  expect(program).toContain('clientCredentialsGrant(\n  config,\n  {},\n  { DPoP },\n)')
  expect(program).toContain("accountId: 'at-1' }),\n  undefined,\n  { DPoP },\n)")
})

it('fits the dialog', () => {
  const accountId = 'at-100021'
  const programs = [toOpenidClient({ ...key, accountId, dpop: true }, 'http://localhost:3000'), toSignedRequest(key)]
  expect(
    Math.max(
      ...programs
        .join('\n')
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(68)
})
