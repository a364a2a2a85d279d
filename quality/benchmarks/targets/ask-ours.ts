import type { Send } from '../../resilience/harness/http.ts'
import { askTokens, readTokens } from '../../resilience/harness/protocol.ts'
import type { Fixtures } from '../harness/fixtures.ts'
import type { ServerAddress } from '../load/plan.ts'
import { formRequest } from '../load/requests.ts'
import { askJwks } from './ask-jwks.ts'
import { introspectionExpectation } from './introspection-expectation.ts'
import type { Asking, ScenarioName } from './target.ts'
import { tokenExpectation } from './token-expectation.ts'

type Stage = Readonly<{ address: ServerAddress; fixtures: Fixtures; send: Send }>

/** Enough families for no request to wait for a token. */
const poolSize = 512

export const jwksPath = '/.well-known/jwks.json'

/** Builds the requests of a scenario for the product, spread over all keys. */
export async function askOurs(scenario: ScenarioName, stage: Stage): Promise<Asking> {
  switch (scenario) {
    case 'token':
      return { source: { kind: 'cycle', requests: tokenRequests(stage) }, expect: tokenExpectation }
    case 'refresh': {
      const pool = await openFamilies(stage)
      return {
        source: { kind: 'chain', path: '/auth/v1/token', field: 'refreshToken', pool },
        expect: tokenExpectation,
      }
    }
    case 'sso': {
      const requests = await grantRequests(stage)
      return { source: { kind: 'cycle', requests }, expect: { status: 200, members: ['expiresIn', 'grantUrl'] } }
    }
    case 'redeem': {
      const requests = await grantRequests(stage)
      return {
        source: { kind: 'links', requests, field: 'grantUrl' },
        expect: { status: 303, head: '\r\nset-cookie: ' },
      }
    }
    case 'introspect': {
      const requests = await introspectionRequests(stage)
      return { source: { kind: 'cycle', requests }, expect: introspectionExpectation }
    }
    case 'jwks':
      return askJwks(stage.address, jwksPath)
  }
}

function tokenRequests({ address, fixtures }: Stage): string[] {
  return fixtures.map(({ program: { keyId, secret } }) =>
    formRequest(address, '/auth/v1/token', { grantType: 'client_credentials', clientId: keyId, clientSecret: secret }),
  )
}

function openFamilies({ fixtures, send }: Stage) {
  const holders = Array.from({ length: Math.ceil(poolSize / fixtures.length) }, () => fixtures).flat()
  return Promise.all(
    holders.map(async ({ program }) => ({
      token: readTokens(await askTokens(send, program)).refreshToken,
      form: { grantType: 'refresh_token', clientId: program.username },
    })),
  )
}

/** Each key introspects the access token of another one, like a resource server. */
function introspectionRequests({ address, fixtures, send }: Stage): Promise<string[]> {
  return Promise.all(
    fixtures.map(async ({ program }, index) => {
      const { keyId, secret } = fixtures[(index + 1) % fixtures.length]?.program ?? program
      const { accessToken: token } = readTokens(await askTokens(send, program))
      return formRequest(address, '/auth/v1/introspect', { token, client_id: keyId, client_secret: secret })
    }),
  )
}

/** Each key requests links for its own account. */
function grantRequests({ address, fixtures, send }: Stage): Promise<string[]> {
  return Promise.all(
    fixtures.map(async ({ program, accountId }) => {
      const { accessToken } = readTokens(await askTokens(send, program))
      return formRequest(address, '/auth/v1/sso', { accountId }, { Authorization: `Bearer ${accessToken}` })
    }),
  )
}
