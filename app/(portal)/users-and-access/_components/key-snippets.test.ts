import { expect, it } from 'vitest'
import { toCurl, toEnvironment, toJavaScript, toScimSettings } from './key-snippets.ts'

const key = {
  id: 'lkid_1',
  secret: 'lksec_2',
  name: 'CRM',
  expiresAt: null,
  ownerUsername: 'crm',
  sameNameKeyId: undefined,
}
const baseUrl = 'https://login.example.com'

// `e2e/api-keys.spec.ts` runs the commands and the program.
it('gives a program everything it needs as environment variables', () => {
  expect(toEnvironment(key, baseUrl)).toBe(
    'PLATFORM_URL=https://login.example.com\nPLATFORM_CLIENT_ID=lkid_1\nPLATFORM_CLIENT_SECRET=lksec_2\nPLATFORM_USERNAME=crm\n',
  )
})

it('gives a directory its two values', () => {
  expect(toScimSettings(key, baseUrl)).toBe(
    'SCIM_BASE_URL=https://login.example.com/scim/v2\nSCIM_TOKEN=lkid_1.lksec_2\n',
  )
})

it('gives commands from the token to a link', () => {
  const commands = toCurl(key, { baseUrl, accountId: 'at-1' })
  expect(commands).toContain('-d clientId=lkid_1 \\\n  -d clientSecret=lksec_2 \\')
  expect(commands).toContain('-d accountId=at-1 \\')
})

it('ends with the token if the key opens no account', () => {
  expect(toCurl(key, { baseUrl, accountId: undefined })).not.toContain('/auth/v1/sso')
  expect(toJavaScript({ accountId: undefined })).not.toContain('/auth/v1/sso')
})

it('keeps the secret out of the program', () => {
  expect(toJavaScript({ accountId: 'at-1' })).not.toContain('lksec_')
})
