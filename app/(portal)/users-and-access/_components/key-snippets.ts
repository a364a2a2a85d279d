import type { NewKey } from '../form-state.ts'

/** The environment of a program that uses the key; Latchkey itself reads these names to work against another one. */
export function toEnvironment({ id, secret, ownerUsername }: NewKey, baseUrl: string): string {
  const lines = [`PLATFORM_URL=${baseUrl}`, `PLATFORM_CLIENT_ID=${id}`, `PLATFORM_CLIENT_SECRET=${secret}`]
  // A refresh names the key's owner in place of the secret.
  if (ownerUsername !== undefined) lines.push(`PLATFORM_USERNAME=${ownerUsername}`)
  return `${lines.join('\n')}\n`
}

/** A request that gets an access token. Nothing in it needs quoting: ids and secrets are letters and digits. */
export function toCurl({ id, secret }: Pick<NewKey, 'id' | 'secret'>, baseUrl: string): string {
  return [
    `curl ${baseUrl}/auth/v1/token \\`,
    '  -d grantType=client_credentials \\',
    `  -d clientId=${id} \\`,
    `  -d clientSecret=${secret}`,
  ].join('\n')
}
