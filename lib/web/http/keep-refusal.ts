import { type ExplainedEndpoint, explainedEndpoints, refusalPath } from '#lib/foundation/buffers/kept-refusal.ts'
import { addKeyCount, countUse } from '#lib/foundation/buffers/usage-counts.ts'
import type { Refusal } from '#lib/kernel/errors.ts'
import { toClientNetwork } from '#lib/kernel/request-context.ts'
import type { EndpointContext } from '#lib/web/http/endpoint.ts'
import { claimedKeyId, describeShape } from '#lib/web/http/request-shape.ts'

/**
 * Keeps a refusal of a client program to explain it later, without a value of the request. It is written later, so
 * that the response does not wait.
 * @returns the URL that explains it; undefined beyond the limits of the buffer, where it is only counted
 */
export function keepRefusal(refusal: Refusal, request: Request, context: EndpointContext): string | undefined {
  const { services, requestId, address } = context
  const { reason, status, error, description } = refusal
  const endpoint = findEndpoint(new URL(request.url).pathname)
  if (reason === undefined || endpoint === undefined) return undefined
  const at = services.clock.now()
  const network = toClientNetwork(address)
  if (!services.refusals.takeRoom(at, { network, keyId: refusal.reasonFacts.keyId })) {
    countUse(services, 'refusal-not-kept')
    return undefined
  }
  const { keyId = claimedKeyId(request), secretId = null, ...facts } = refusal.reasonFacts
  if (keyId) addKeyCount(services.keyUsage, { name: 'refused', keyId, secretId: secretId ?? '', count: 1 })
  const cause = { reason, keyId, secretId, facts }
  const shape = describeShape(request)
  services.refusals.add({ requestId, at, endpoint, status, error, description, network, shape, ...cause })
  return `${services.env.baseUrl}${refusalPath(requestId)}`
}

function findEndpoint(path: string): ExplainedEndpoint | undefined {
  return explainedEndpoints.find(
    (endpoint) => path === endpoint || (/^\/(api\/v1|scim)\//.test(endpoint) && path.startsWith(`${endpoint}/`)),
  )
}
