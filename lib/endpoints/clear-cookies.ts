import { definePageEndpoint } from '#lib/http/define-page-endpoint.ts'
import { requireOwnPage } from '#lib/http/own-page.ts'
import { seeOther } from '#lib/http/see-other.ts'
import { services } from '#lib/services.ts'

/**
 * `POST /clear-cookies`: the way out for a browser that sends two cookies of one name. A server can delete a cookie only
 * by its exact domain and path, which a planted one does not reveal, so the browser deletes all of the site's cookies.
 */
export const clearCookiesEndpoint = definePageEndpoint({
  POST: async (request, { requestId }) => {
    requireOwnPage(request, (await services()).env.baseUrl)
    const { status, headers, body } = seeOther('/', requestId)
    return { status, headers: { ...headers, 'Clear-Site-Data': '"cookies"' }, body }
  },
})
