import type { GeneratedApiKey } from '#lib/api-keys/api-key.ts'

/**
 * Environment variables for a program that uses the key. Latchkey reads the same names as a client of another Latchkey.
 */
export function toEnvironment({ id, secret, ownerUsername }: GeneratedApiKey, baseUrl: string): string {
  return [
    `PLATFORM_URL=${baseUrl}`,
    `PLATFORM_CLIENT_ID=${id}`,
    `PLATFORM_CLIENT_SECRET=${secret}`,
    // A refresh sends the owner's username instead of the secret.
    `PLATFORM_USERNAME=${ownerUsername}`,
    '',
  ].join('\n')
}

/** A request for an access token. IDs and secrets are alphanumeric, so nothing needs quoting. */
export function toCurl({ id, secret }: Pick<GeneratedApiKey, 'id' | 'secret'>, baseUrl: string): string {
  return [
    `curl ${baseUrl}/auth/v1/token \\`,
    '  -d grantType=client_credentials \\',
    `  -d clientId=${id} \\`,
    `  -d clientSecret=${secret}`,
  ].join('\n')
}
