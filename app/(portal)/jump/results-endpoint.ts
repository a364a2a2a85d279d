import { Refusal } from '#lib/kernel/errors.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import { requestPreferences } from '#lib/web/http/cookies.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { jsonResponse } from '#lib/web/http/endpoint.ts'
import { findResults } from './find-results.ts'

/** `GET /jump/results?q=…`: the results of the command palette. */
export const resultsEndpoint = defineEndpoint({
  GET: async (request, context) => {
    const user = await readSignedInUser(context, request.headers.get('cookie'))
    if (!user) throw new Refusal('signed_out')
    const q = new URL(request.url).searchParams.get('q') ?? ''
    return jsonResponse(await findResults(context.services, user, { q, preferences: requestPreferences(request) }))
  },
})
