import type { Send } from '../../trials/rig/http.ts'
import { askTokens, readTokens } from '../../trials/rig/protocol.ts'
import type { Target } from '../load/plan.ts'
import { formRequest } from '../load/requests.ts'
import type { Asking, WorkName } from './contestant.ts'
import type { Cast } from './ours.ts'
import { tokenExpectation } from './token-expectation.ts'

type Stage = Readonly<{ target: Target; cast: Cast; send: Send }>

/** Enough that no connection ever waits for a token. */
const poolSize = 512

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
      const feed = { kind: 'links', requests, field: 'grantUrl' } as const
      return { feed, expect: { status: 303, head: '\r\nset-cookie: ' } }
    }
  }
}

function tokenRequests({ target, cast }: Stage): string[] {
  return cast.programs.map(({ keyId, secret }) =>
    formRequest(target, '/auth/v1/token', { grantType: 'client_credentials', clientId: keyId, clientSecret: secret }),
  )
}

async function openFamilies({ cast, send }: Stage) {
  const programs = Array.from({ length: poolSize }, (_, index) => cast.programs[index % cast.programs.length])
  return Promise.all(
    programs
      .flatMap((program) => program ?? [])
      .map(async (program) => ({
        token: readTokens(await askTokens(send, program)).refreshToken,
        form: { grantType: 'refresh_token', clientId: program.username },
      })),
  )
}

/** Each key for an account of its own. */
function grantRequests({ target, cast, send }: Stage): Promise<string[]> {
  return Promise.all(
    cast.programs.map(async (program, index) => {
      const { accessToken } = readTokens(await askTokens(send, program))
      const accountId = cast.accountIds[index] ?? ''
      return formRequest(target, '/auth/v1/sso', { accountId }, { Authorization: `Bearer ${accessToken}` })
    }),
  )
}
