import type { GeneratedApiKey } from '#lib/api-keys/api-key.ts'

/** The environment of a program that uses the key; Latchkey itself reads these names to work against another one. */
export function toEnvironment({ id, secret, ownerUsername }: GeneratedApiKey, baseUrl: string): string {
  return [
    `PLATFORM_URL=${baseUrl}`,
    `PLATFORM_CLIENT_ID=${id}`,
    `PLATFORM_CLIENT_SECRET=${secret}`,
    // A refresh names the key's owner in place of the secret.
    `PLATFORM_USERNAME=${ownerUsername}`,
    '',
  ].join('\n')
}

/** A request that gets an access token. Nothing in it needs quoting: ids and secrets are letters and digits. */
export function toCurl({ id, secret }: Pick<GeneratedApiKey, 'id' | 'secret'>, baseUrl: string): string {
  return [
    `curl ${baseUrl}/auth/v1/token \\`,
    '  -d grantType=client_credentials \\',
    `  -d clientId=${id} \\`,
    `  -d clientSecret=${secret}`,
  ].join('\n')
}
