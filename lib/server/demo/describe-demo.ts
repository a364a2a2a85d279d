import type { Env } from '#lib/kernel/env.ts'
import type { Demo } from '#lib/server/demo/insert-demo-data.ts'
import { type DemoPerson, demoPasswords, demoPeople } from '#lib/server/demo/people.ts'

const { owner, admin, agentForAll, agentForSome } = demoPeople

/** What the terminal prints once the demonstration runs: URL, sign-ins, and commands to paste. */
export function describeDemo(
  { baseUrl, dataDir }: Pick<Env, 'baseUrl' | 'dataDir'>,
  { key, accountId, locale, accounts }: Demo,
): string {
  return `
Latchkey runs at ${baseUrl} with demonstration data: ${accounts.toLocaleString('en')} accounts.

  Sign in as            username   password
${[owner, admin, agentForAll, agentForSome].map(describePerson).join('\n')}

An API key of the service user "Order system". Each start replaces it:

  clientId      ${key.id}
  clientSecret  ${key.secret}

Get an access token, then a link that opens an account. Open the link within 15 seconds:

  TOKEN=$(curl -sS ${baseUrl}/auth/v1/token \\
    -d grantType=client_credentials \\
    -d clientId=${key.id} \\
    -d clientSecret=${key.secret} | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')

  curl -sS ${baseUrl}/auth/v1/sso -H "Authorization: Bearer $TOKEN" \\
    -d accountId=${accountId} -d locale=${locale} -d backUrl=http://localhost:4000/

Run a command on this data from another terminal, such as:

  DATA_DIR=${quoteForShell(dataDir)} npm run latchkey -- user list

Press Ctrl-C to stop.
`
}

/** As it is, or in single quotes if the shell would read more than a path. */
function quoteForShell(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}

function describePerson({ username, role, access }: DemoPerson): string {
  const accounts = access === 'all' ? 'all accounts' : `${access.count} accounts`
  const user = role === 'agent' ? `agent, ${accounts}` : role
  return `  ${user.padEnd(20)}  ${username.padEnd(9)}  ${demoPasswords[role]}`
}
