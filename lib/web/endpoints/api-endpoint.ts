import { type ApiQuota, apiCallsPerMinute } from '#lib/domain/keys/api-keys/call-limit.ts'
import { countApiCall } from '#lib/domain/keys/api-keys/count-call.ts'
import { refuseTokenInQuery } from '#lib/domain/tokens/access-tokens/bearer-token.ts'
import { authorizeClient } from '#lib/domain/tokens/refresh-tokens/authorize-client.ts'
import type { ApiClient } from '#lib/foundation/authorization/actor.ts'
import type { ManagementScope } from '#lib/foundation/authorization/management-scopes.ts'
import type { Services } from '#lib/foundation/services.ts'
import { isRefusal, Refusal } from '#lib/kernel/errors.ts'
import type { Endpoint, EndpointContext, EndpointResponse, ResponseHeaders } from '#lib/web/http/endpoint.ts'
import { refusalResponse } from '#lib/web/http/refusal-response.ts'
import { withPresentedToken } from '#lib/web/oauth/presented-token.ts'

/** A request of an authorized client. `authorizeAgain` checks the access token once more, for work that takes long. */
export type ApiCall = Readonly<{
  request: Request
  services: Services
  context: EndpointContext
  client: ApiClient
  authorizeAgain: () => Promise<ApiClient>
}>

type Respond = (call: ApiCall) => Promise<EndpointResponse>

/**
 * Authorizes before anything else, then counts the request, so that a client without the scope learns nothing and uses
 * up nothing.
 */
export function authorizeFirst(scope: ManagementScope, respond: Respond): Endpoint {
  return async (request, context) => {
    const { services } = context
    refuseTokenInQuery(request)
    const { holder, client } = await withPresentedToken({ request }, context, async (presented) => ({
      holder: presented,
      client: await authorizeClient(services, presented, scope),
    }))
    const quota = await countApiCall(services, client.keyId)
    const authorizeAgain = () => authorizeClient(services, { ...holder, isCounted: true }, scope)
    const call = { request, services, context, client, authorizeAgain }
    const { status, headers, body } = await respondWithin(quota, call, respond)
    return { status, headers: { ...headers, ...quotaHeaders(quota) }, body }
  }
}

async function respondWithin(quota: ApiQuota, call: ApiCall, respond: Respond): Promise<EndpointResponse> {
  try {
    if (quota.isExceeded) throw quotaExceeded(quota, call.client)
    return await respond(call)
  } catch (error) {
    return refusalResponse(toApiRefusal(error), call.request, call.context)
  }
}

function quotaExceeded({ resetSeconds }: ApiQuota, { keyId }: ApiClient): Refusal {
  return new Refusal('too_many_requests', {
    description: `An API key may send ${apiCallsPerMinute} requests a minute. Try again after the time in Retry-After.`,
    reason: 'limit_used_up',
    reasonFacts: { keyId },
    retryAfterSeconds: resetSeconds,
  })
}

/** draft-ietf-httpapi-ratelimit-headers-10 §3, §4. */
function quotaHeaders({ remaining, resetSeconds }: ApiQuota): ResponseHeaders {
  return {
    'RateLimit-Policy': `"key";q=${apiCallsPerMinute};w=60`,
    RateLimit: `"key";r=${Math.max(0, remaining)};t=${resetSeconds}`,
  }
}

/** The field problems of forms, with the codes of endpoints. */
function toApiRefusal(error: unknown): unknown {
  if (!isRefusal(error) || error.code !== 'input_invalid' || !error.fields) return error
  const { fields } = error
  if (Object.values(fields).some((problem) => problem === 'taken' || problem === 'same_name')) {
    return new Refusal('conflict', { description: 'It exists already.', fields, cause: error })
  }
  const isPlain = error.description === new Refusal('input_invalid').description
  const description = isPlain ? 'Some fields are not valid. See fields.' : error.description
  return new Refusal('invalid_request', { description, fields, cause: error })
}
