import { definePageEndpoint } from '#lib/web/http/define-endpoint.ts'
import { seeOther } from '#lib/web/http/endpoint.ts'
import { requireSameOrigin } from '#lib/web/http/same-origin.ts'

/**
 * `POST /clear-cookies`, for a browser that sends two cookies of one name. A server can delete a cookie only by its
 * exact domain and path, which the request does not reveal, so the browser is told to delete all cookies of the site.
 */
export const clearCookiesEndpoint = definePageEndpoint({
  POST: async (request, { services, requestId }) => {
    requireSameOrigin(request, services.env.baseUrl)
    const { status, headers, body } = seeOther('/', requestId)
    return { status, headers: { ...headers, 'Clear-Site-Data': '"cookies"' }, body }
  },
})
