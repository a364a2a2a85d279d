import { findAccountImport } from '#lib/domain/accounts/account-imports/run-account-import.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { jsonResponse } from '#lib/web/http/endpoint.ts'

/** `GET /manage/accounts/import/<id>/progress`: the progress of the user's own import, for the script of its page. */
export const accountImportProgressEndpoint = defineEndpoint({
  GET: async (request, context) => {
    const user = await readSignedInUser(context, request.headers.get('cookie'))
    if (!user) throw new Refusal('signed_out')
    const id = new URL(request.url).pathname.split('/').at(-2) ?? ''
    const found = await findAccountImport(context.services, user, id)
    if (!found) throw new Refusal('not_found')
    return jsonResponse({ done: found.done, rows: found.rows, state: found.state })
  },
})
