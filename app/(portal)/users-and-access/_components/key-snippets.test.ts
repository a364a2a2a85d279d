import { expect, it } from 'vitest'
import { toCurl, toEnvironment } from './key-snippets.ts'

const key = {
  id: 'lkid_1',
  secret: 'lksec_2',
  name: 'CRM',
  expiresAt: null,
  ownerUsername: 'crm',
  sameNameKeyId: undefined,
}

it('gives a program everything it needs as environment variables', () => {
  expect(toEnvironment(key, 'https://login.example.com')).toBe(
    'PLATFORM_URL=https://login.example.com\nPLATFORM_CLIENT_ID=lkid_1\nPLATFORM_CLIENT_SECRET=lksec_2\nPLATFORM_USERNAME=crm\n',
  )
})

it('gives a request that can be pasted into a terminal', () => {
  expect(toCurl(key, 'https://login.example.com')).toBe(
    'curl https://login.example.com/auth/v1/token \\\n  -d grantType=client_credentials \\\n  -d clientId=lkid_1 \\\n  -d clientSecret=lksec_2',
  )
})
