import { Refusal } from '#lib/kernel/errors.ts'
import { toEndpoints } from '#lib/web/endpoints/operation-endpoints.ts'
import type { Endpoint } from '#lib/web/http/endpoint.ts'
import { toPathFinder } from '#lib/web/http/path-finder.ts'
import { refusalResponse } from '#lib/web/http/refusal-response.ts'
import { managementOperations } from '#lib/web/management-api/operations.ts'

/** The endpoints of `/api/v1`, by path in the notation of the folders below `app`. */
export const managementEndpoints = toEndpoints(managementOperations)

const findEndpoint = toPathFinder(Object.entries(managementEndpoints))

/** All of them as one, for the router: it has one route for `/api/v1`. */
export const managementEndpoint: Endpoint = async (request, context) => {
  const endpoint = findEndpoint(new URL(request.url).pathname)
  return endpoint ? endpoint(request, context) : refusalResponse(new Refusal('not_found'), request, context)
}
