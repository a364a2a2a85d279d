import { findAccountImport } from '#lib/account-imports/find-account-import.ts'
import { readSignedInUser } from '#lib/cookies/read-signed-in-user.ts'
import { Refusal } from '#lib/errors.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { jsonResponse } from '#lib/http/endpoint-response.ts'
import { services } from '#lib/services.ts'

/** `GET /manage/accounts/import/<id>/progress`: how far one's own import is, for the page that shows it. */
export const accountImportProgressEndpoint = defineEndpoint({
  GET: async (request) => {
    const opened = await services()
    const person = await readSignedInUser(opened, request)
    if (!person) throw new Refusal('signed_out')
    const id = new URL(request.url).pathname.split('/').at(-2) ?? ''
    const found = await findAccountImport(opened, person, id)
    if (!found) throw new Refusal('not_found')
    return jsonResponse({ done: found.done, rows: found.rows, state: found.state })
  },
})
