import type { Send } from '../../resilience/rig/http.ts'
import { askTokens, readTokens } from '../../resilience/rig/protocol.ts'
import type { Target } from '../load/plan.ts'
import { formRequest } from '../load/requests.ts'
import type { Cast } from '../rig/cast.ts'
import { askJwks } from './ask-jwks.ts'
import type { Asking, WorkName } from './contestant.ts'
import { introspectionExpectation } from './introspection-expectation.ts'
import { tokenExpectation } from './token-expectation.ts'

type Stage = Readonly<{ target: Target; cast: Cast; send: Send }>

/** So many families that nobody waits for a token. */
const poolSize = 512

export const jwksPath = '/.well-known/jwks.json'

/** How the product is asked for a work: the requests of the protocol, spread over all keys. */
export async function askOurs(work: WorkName, stage: Stage): Promise<Asking> {
  switch (work) {
    case 'token':
      return { feed: { kind: 'cycle', requests: tokenRequests(stage) }, expect: tokenExpectation }
    case 'refresh': {
      const pool = await openFamilies(stage)
      return { feed: { kind: 'chain', path: '/auth/v1/token', field: 'refreshToken', pool }, expect: tokenExpectation }
    }
    case 'sso': {
      const requests = await grantRequests(stage)
      return { feed: { kind: 'cycle', requests }, expect: { status: 200, members: ['expiresIn', 'grantUrl'] } }
    }
    case 'redeem': {
      const requests = await grantRequests(stage)
      return { feed: { kind: 'links', requests, field: 'grantUrl' }, expect: { status: 303, head: '\r\nset-cookie: ' } }
    }
    case 'introspect': {
      const requests = await introspectionRequests(stage)
      return { feed: { kind: 'cycle', requests }, expect: introspectionExpectation }
    }
    case 'jwks':
      return askJwks(stage.target, jwksPath)
  }
}

function tokenRequests({ target, cast }: Stage): string[] {
  return cast.map(({ program: { keyId, secret } }) =>
    formRequest(target, '/auth/v1/token', { grantType: 'client_credentials', clientId: keyId, clientSecret: secret }),
  )
}

function openFamilies({ cast, send }: Stage) {
  const holders = Array.from({ length: Math.ceil(poolSize / cast.length) }, () => cast).flat()
  return Promise.all(
    holders.map(async ({ program }) => ({
      token: readTokens(await askTokens(send, program)).refreshToken,
      form: { grantType: 'refresh_token', clientId: program.username },
    })),
  )
}

/** Each key about the access token of another one, as the service does that has been sent it. */
function introspectionRequests({ target, cast, send }: Stage): Promise<string[]> {
  return Promise.all(
    cast.map(async ({ program }, index) => {
      const { keyId, secret } = cast[(index + 1) % cast.length]?.program ?? program
      const { accessToken: token } = readTokens(await askTokens(send, program))
      return formRequest(target, '/auth/v1/introspect', { token, client_id: keyId, client_secret: secret })
    }),
  )
}

/** Each key for an account of its own. */
function grantRequests({ target, cast, send }: Stage): Promise<string[]> {
  return Promise.all(
    cast.map(async ({ program, accountId }) => {
      const { accessToken } = readTokens(await askTokens(send, program))
      return formRequest(target, '/auth/v1/sso', { accountId }, { Authorization: `Bearer ${accessToken}` })
    }),
  )
}
