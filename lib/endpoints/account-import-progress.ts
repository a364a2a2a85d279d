import { findAccountImport } from '#lib/account-imports/find-account-import.ts'
import { Refusal } from '#lib/errors.ts'
import { jsonAnswer } from '#lib/http/answer.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { readPerson } from '#lib/portal-sessions/read-person.ts'
import { services } from '#lib/services.ts'

/** `GET /manage/accounts/import/<id>/progress`: how far one's own import is, for the page that shows it. */
export const accountImportProgressEndpoint = defineEndpoint({
  GET: async (request) => {
    const opened = await services()
    const person = await readPerson(opened, request)
    if (!person) throw new Refusal('signed_out')
    const id = new URL(request.url).pathname.split('/').at(-2) ?? ''
    const found = await findAccountImport(opened, person, id)
    if (!found) throw new Refusal('not_found')
    return jsonAnswer({ done: found.done, rows: found.rows, state: found.state })
  },
})
