import { readLogo } from '#lib/domain/organization/organization/read-organization.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'

/** Of what never changes under its URL. */
export const immutable = 'public, max-age=31536000, immutable'

/** `GET /organization/logo/<digest>`: the logo, before sign-in too. Opened by itself, it can run and load nothing. */
export const organizationLogoEndpoint = defineEndpoint({
  GET: async (request, { services }) => {
    const digest = new URL(request.url).pathname.split('/').at(-1) ?? ''
    const logo = /^[0-9a-f]{64}$/.test(digest) ? await readLogo(services, digest) : undefined
    if (!logo) throw new Refusal('not_found')
    const headers = {
      'Content-Type': logo.type === 'image/png' ? logo.type : `${logo.type}; charset=utf-8`,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cache-Control': immutable,
    }
    return { status: 200, headers, body: logo.bytes }
  },
})
