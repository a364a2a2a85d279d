import { immutable } from '#lib/endpoints/organization-logo.ts'
import { Refusal } from '#lib/errors.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { accentStylesheet } from '#lib/organization/accent.ts'
import { colorPattern } from '#lib/organization/schema.ts'

/** `GET /organization/accent/<rrggbb>`: the stylesheet for a color. It follows from the URL. */
export const organizationAccentEndpoint = defineEndpoint({
  GET: async (request) => {
    const color = `#${new URL(request.url).pathname.split('/').at(-1)}`
    if (!colorPattern.test(color)) throw new Refusal('not_found')
    const headers = { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': immutable }
    return { status: 200, headers, body: accentStylesheet(color.toLowerCase()) }
  },
})
