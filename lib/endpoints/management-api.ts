import { toEndpoints } from '#lib/endpoints/operation-endpoints.ts'
import { Refusal } from '#lib/errors.ts'
import type { Endpoint } from '#lib/http/endpoint.ts'
import { toPathFinder } from '#lib/http/path-finder.ts'
import { refusalResponse } from '#lib/http/refusal-response.ts'
import { managementOperations } from '#lib/management-api/operations.ts'

/** The endpoints of `/api/v1`, by path in the notation of the folders below `app`. */
export const managementEndpoints = toEndpoints(managementOperations)

const findEndpoint = toPathFinder(Object.entries(managementEndpoints))

/** All of them as one, for the router: it has one route for `/api/v1`. */
export const managementEndpoint: Endpoint = async (request, context) => {
  const endpoint = findEndpoint(new URL(request.url).pathname)
  return endpoint ? endpoint(request, context) : refusalResponse(new Refusal('not_found'), request, context)
}
