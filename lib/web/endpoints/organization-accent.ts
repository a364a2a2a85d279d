import { accentStylesheet } from '#lib/domain/organization/organization/accent.ts'
import { colorPattern } from '#lib/domain/organization/organization/schema.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { immutable } from '#lib/web/endpoints/organization-logo.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'

/** `GET /organization/accent/<rrggbb>`: the stylesheet for a color. It follows from the URL. */
export const organizationAccentEndpoint = defineEndpoint({
  GET: async (request) => {
    const color = `#${new URL(request.url).pathname.split('/').at(-1)}`
    if (!colorPattern.test(color)) throw new Refusal('not_found')
    const headers = { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': immutable }
    return { status: 200, headers, body: accentStylesheet(color.toLowerCase()) }
  },
})
