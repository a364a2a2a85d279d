import { expect, it } from 'vitest'
import { type ProviderPreset, toIssuer } from '#lib/domain/sign-in/sign-in-providers/provider-presets.ts'

const tenant = '5f2c91d0-7a3e-4c55-9a41-b2e60d3f8a17'
const ofTenant = `https://login.microsoftonline.com/${tenant}/v2.0`

it.each<[ProviderPreset, Record<string, string>, string]>([
  ['entra', { tenant: ` ${tenant.toUpperCase()} ` }, ofTenant],
  ['entra', { tenant: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token` }, ofTenant],
  ['entra', { tenant: 'common' }, 'common'],
  ['entra', { tenant: ' ' }, ''],
  ['okta', { oktaDomain: 'acme.okta.com' }, 'https://acme.okta.com'],
  ['okta', { oktaDomain: 'https://Acme-admin.okta.com/admin/apps' }, 'https://acme.okta.com'],
  ['okta', { oktaDomain: 'login.acme.example' }, 'https://login.acme.example'],
  ['okta', {}, ''],
  ['google', {}, 'https://accounts.google.com'],
  ['keycloak', { keycloakUrl: 'https://id.acme.example/', realm: 'staff' }, 'https://id.acme.example/realms/staff'],
  [
    'keycloak',
    { keycloakUrl: 'https://id.acme.example/auth', realm: 'a b' },
    'https://id.acme.example/auth/realms/a%20b',
  ],
  [
    'keycloak',
    { keycloakUrl: 'https://id.acme.example/admin/master/console/', realm: 'x' },
    'https://id.acme.example/realms/x',
  ],
  [
    'keycloak',
    { keycloakUrl: 'https://id.acme.example/realms/y/account', realm: 'y' },
    'https://id.acme.example/realms/y',
  ],
  ['keycloak', { keycloakUrl: 'https://id.acme.example' }, ''],
  ['other', { issuer: ' https://id.example/ ' }, 'https://id.example/'],
])('%s with %j has the issuer %j', (preset, fields, issuer) => {
  expect(toIssuer(preset, (name) => fields[name] ?? '')).toBe(issuer)
})
