import { createServer } from 'node:http'
import { join } from 'node:path'
import { oauthProvider } from '@better-auth/oauth-provider'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { jwt } from 'better-auth/plugins'
import SqliteDatabase from 'better-sqlite3'
import { announce } from '../harness/announce.ts'

// better-auth with its OAuth provider as its documentation sets it up, on SQLite, under a plain server.

const [baseUrl = '', folder = '.'] = process.argv.slice(2)

const database = new SqliteDatabase(join(folder, 'better-auth.db'))
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')

const auth = betterAuth({
  baseURL: baseUrl,
  secret: 'a public secret of the benchmarks',
  database,
  telemetry: { enabled: false },
  emailAndPassword: { enabled: true },
  // All requests come from one IP address.
  rateLimit: { enabled: false },
  plugins: [
    jwt({ jwks: { keyPairConfig: { alg: 'ES256' } } }),
    oauthProvider({ loginPage: '/sign-in', consentPage: '/consent', scopes: ['sso'], validAudiences: [baseUrl] }),
  ],
})

const { runMigrations } = await getMigrations(auth.options)
await runMigrations()

// Only a signed-in user may register clients.
const person = { email: `${crypto.randomUUID()}@example.com`, name: 'Robin Example', password: crypto.randomUUID() }
const { headers: signedIn } = await auth.api.signUpEmail({ body: person, returnHeaders: true })
const headers = new Headers({
  cookie: signedIn
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; '),
})

const clients = await Promise.all(
  Array.from({ length: 64 }, async () => {
    const client = await auth.api.adminCreateOAuthClient({
      headers,
      body: {
        redirect_uris: [`${baseUrl}/callback`],
        grant_types: ['client_credentials'],
        token_endpoint_auth_method: 'client_secret_post',
        scope: 'sso',
      },
    })
    return { client_id: client.client_id, client_secret: client.client_secret }
  }),
)

announce(createServer(toNodeHandler(auth)), { clients })
