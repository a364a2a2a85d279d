import type { RegisteredApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'

/** What samples show of a key that has no secret. */
export type KeyPairSample = Pick<RegisteredApiKey, 'thumbprint' | 'alg'> &
  Readonly<{
    keyId: string
    /** Only known of a new key. */
    ownerUsername?: string | undefined
    /** An account that the key may open; without one, samples end with the token. */
    accountId?: string | undefined
    dpop?: boolean | undefined
  }>

/** The file with the private half of a pair that the browser made, and the one that samples name. */
export function toKeyFileName(thumbprint: string): string {
  return `private-key-${thumbprint.slice(0, 8)}.jwk.json`
}

/** Environment variables for the programs below. */
export function toKeyPairEnvironment({ keyId, thumbprint, ownerUsername }: KeyPairSample, baseUrl: string): string {
  return [
    `PLATFORM_URL=${baseUrl}`,
    `PLATFORM_CLIENT_ID=${keyId}`,
    `PLATFORM_PRIVATE_KEY_FILE=${toKeyFileName(thumbprint)}`,
    // A refresh sends the owner's username.
    ...(ownerUsername === undefined ? [] : [`PLATFORM_USERNAME=${ownerUsername}`]),
    '',
  ].join('\n')
}

/** A program with openid-client that gets a token and, with an account, a link that opens it. */
export function toOpenidClient({ alg, accountId, dpop }: KeyPairSample, baseUrl: string): string {
  const options = [
    "  algorithm: 'oauth2',",
    ...(baseUrl.startsWith('http:') ? ['  execute: [openid.allowInsecureRequests],'] : []),
  ]
  const prove = [
    'const DPoP = openid.getDPoPHandle(',
    '  config,',
    "  await openid.randomDPoPKeyPair('ES256'),",
    ')',
    'const tokens = await openid.clientCredentialsGrant(',
    '  config,',
    '  {},',
    '  { DPoP },',
    ')',
  ]
  const link = [
    'const response = await openid.fetchProtectedResource(',
    '  config,',
    '  tokens.access_token,',
    "  new URL('/auth/v1/sso', issuer),",
    "  'POST',",
    `  new URLSearchParams({ accountId: '${accountId}' }),`,
    ...(dpop ? ['  undefined,', '  { DPoP },'] : []),
    ')',
    'const { grantUrl } = await response.json()',
    '// Open it in a browser within 15 seconds',
    'console.log(grantUrl)',
  ]
  return [
    '// npm install openid-client jose',
    '// node --env-file=.env open-account.mjs',
    ...readKey("import { importJWK } from 'jose'", "import * as openid from 'openid-client'"),
    'const issuer = new URL(env.PLATFORM_URL)',
    `const key = await importJWK(JSON.parse(file), '${alg}')`,
    'const config = await openid.discovery(',
    '  issuer,',
    '  env.PLATFORM_CLIENT_ID,',
    '  {},',
    '  openid.PrivateKeyJwt(key),',
    '  {',
    ...options.map((line) => `  ${line}`),
    '  },',
    ')',
    ...(dpop ? prove : ['const tokens = await openid.clientCredentialsGrant(config)']),
    ...(accountId === undefined ? ['console.log(tokens.access_token)'] : link),
    '',
  ].join('\n')
}

/** The request for a token, with the assertion that other libraries have to sign. */
export function toSignedRequest({ alg }: KeyPairSample): string {
  return [
    '// npm install jose',
    '// node --env-file=.env get-token.mjs',
    "import { randomUUID } from 'node:crypto'",
    ...readKey("import { importJWK, SignJWT } from 'jose'"),
    'const keyId = env.PLATFORM_CLIENT_ID',
    '// A new one for each request',
    'const clientAssertion = await new SignJWT({ jti: randomUUID() })',
    '  .setProtectedHeader({',
    `    alg: '${alg}',`,
    "    typ: 'client-authentication+jwt',",
    '  })',
    '  .setIssuer(keyId)',
    '  .setSubject(keyId)',
    '  .setAudience(env.PLATFORM_URL)',
    '  .setIssuedAt()',
    "  .setExpirationTime('1 minute')",
    `  .sign(await importJWK(JSON.parse(file), '${alg}'))`,
    '',
    "const response = await fetch(env.PLATFORM_URL + '/auth/v1/token', {",
    "  method: 'POST',",
    '  body: new URLSearchParams({',
    "    grantType: 'client_credentials',",
    '    clientAssertionType:',
    "      'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',",
    '    clientAssertion,',
    '  }),',
    '})',
    'if (!response.ok) throw new Error(await response.text())',
    'console.log((await response.json()).accessToken)',
    '',
  ].join('\n')
}

/** The imports of a program, and its file with the private key. */
function readKey(...imports: readonly string[]): string[] {
  return [
    "import { readFileSync } from 'node:fs'",
    "import { env } from 'node:process'",
    ...imports,
    '',
    "const file = readFileSync(env.PLATFORM_PRIVATE_KEY_FILE, 'utf8')",
  ]
}
