import type { GeneratedApiKey } from '#lib/domain/keys/api-keys/api-key.ts'

type Credentials = Pick<GeneratedApiKey, 'id' | 'secret'>

/** What samples show of a key. */
export type SampleKey = Credentials & Pick<GeneratedApiKey, 'ownerUsername' | 'scopes'>

/** An account that the key may open; without one, samples end with the token. */
type Target = Readonly<{ baseUrl: string; accountId: string | undefined }>

/** Environment variables for a program that uses the key, under the names that Latchkey reads as a client. */
export function toEnvironment({ id, secret, ownerUsername }: Omit<SampleKey, 'scopes'>, baseUrl: string): string {
  return [
    `PLATFORM_URL=${baseUrl}`,
    `PLATFORM_CLIENT_ID=${id}`,
    `PLATFORM_CLIENT_SECRET=${secret}`,
    // A refresh sends the owner's username instead of the secret.
    `PLATFORM_USERNAME=${ownerUsername}`,
    '',
  ].join('\n')
}

/** The two values that a directory asks for (docs/provisioning.md). */
export function toScimSettings({ id, secret }: Credentials, baseUrl: string): string {
  return [`SCIM_BASE_URL=${baseUrl}/scim/v2`, `SCIM_TOKEN=${id}.${secret}`, ''].join('\n')
}

/** Commands from the token to a link that opens the account. IDs and secrets need no quotes. */
export function toCurl({ id, secret }: Credentials, { baseUrl, accountId }: Target): string {
  const token = [
    '# 1. Get an access token',
    `TOKEN=$(curl -sS ${baseUrl}/auth/v1/token \\`,
    '  -d grantType=client_credentials \\',
    `  -d clientId=${id} \\`,
    `  -d clientSecret=${secret} \\`,
    `  | sed 's/.*"accessToken":"\\([^"]*\\).*/\\1/')`,
  ]
  if (accountId === undefined) return [...token, 'echo $TOKEN'].join('\n')
  return [
    ...token,
    '',
    '# 2. Get a sign-in link, then open it in a browser within 15 seconds',
    `curl -sS ${baseUrl}/auth/v1/sso \\`,
    '  -H "Authorization: Bearer $TOKEN" \\',
    `  -d accountId=${accountId} \\`,
    `  | sed 's/.*"grantUrl":"\\([^"]*\\).*/\\1/'`,
  ].join('\n')
}

/** A program that reads the variables of {@link toEnvironment} and prints a link that opens the account. */
export function toJavaScript({ accountId }: Pick<Target, 'accountId'>): string {
  const link = [
    `const { grantUrl } = await post('/auth/v1/sso', { accountId: '${accountId}' }, accessToken)`,
    'console.log(grantUrl) // Open it in a browser within 15 seconds',
  ]
  return [
    '// node --env-file=.env open-account.mjs',
    "import { env } from 'node:process'",
    '',
    'const { PLATFORM_URL, PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET } = env',
    '',
    "const { accessToken } = await post('/auth/v1/token', {",
    "  grantType: 'client_credentials',",
    '  clientId: PLATFORM_CLIENT_ID,',
    '  clientSecret: PLATFORM_CLIENT_SECRET,',
    '})',
    ...(accountId === undefined ? ['console.log(accessToken)'] : link),
    '',
    'async function post(path, fields, token) {',
    "  const headers = token ? { Authorization: 'Bearer ' + token } : {}",
    '  const body = new URLSearchParams(fields)',
    "  const response = await fetch(PLATFORM_URL + path, { method: 'POST', headers, body })",
    '  if (!response.ok) throw new Error(await response.text())',
    '  return response.json()',
    '}',
    '',
  ].join('\n')
}
