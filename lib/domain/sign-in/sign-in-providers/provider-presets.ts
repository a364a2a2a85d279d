/** Providers whose issuer follows from what their own administration calls by other names. */
export const providerPresets = ['entra', 'okta', 'google', 'keycloak', 'other'] as const
export type ProviderPreset = (typeof providerPresets)[number]

/** Their own names, which are also those on the sign-in page. */
export const presetNames: Readonly<Record<ProviderPreset, string | undefined>> = {
  entra: 'Microsoft Entra ID',
  okta: 'Okta',
  google: 'Google Workspace',
  keycloak: 'Keycloak',
  other: undefined,
}

/** What is asked for each, by the names of the form's fields. */
export const presetFields = {
  entra: ['tenant'],
  okta: ['oktaDomain'],
  google: [],
  keycloak: ['keycloakUrl', 'realm'],
  other: ['issuer'],
} as const satisfies Readonly<Record<ProviderPreset, readonly string[]>>

const tenantId = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i

/** @param read a field of the form @returns the issuer; empty without a value, as entered if it can't be right */
export function toIssuer(preset: ProviderPreset, read: (field: string) => string): string {
  const text = (field: string) => read(field).trim()
  if (preset === 'entra') {
    const tenant = tenantId.exec(text('tenant'))?.[0]
    return tenant === undefined ? text('tenant') : `https://login.microsoftonline.com/${tenant.toLowerCase()}/v2.0`
  }
  if (preset === 'okta') {
    // The address of its administration is what admins see.
    const host = text('oktaDomain')
      .replace(/^https:\/\//, '')
      .replace(/\/.*$/, '')
    return host === '' ? '' : `https://${host.toLowerCase().replace(/-admin\.(okta|oktapreview)\./, '.$1.')}`
  }
  if (preset === 'google') return 'https://accounts.google.com'
  if (preset === 'keycloak') {
    const url = text('keycloakUrl').replace(/\/+(?:(?:admin|realms)\/.*)?$/, '')
    return url === '' || text('realm') === '' ? '' : `${url}/realms/${encodeURIComponent(text('realm'))}`
  }
  return text('issuer')
}
