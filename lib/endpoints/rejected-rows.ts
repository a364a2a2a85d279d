import { rejectedRowWords } from '#lib/account-imports/describe-bad-row.ts'
import { exportRejectedRows } from '#lib/account-imports/export-rejected-rows.ts'
import { readSignedInUser } from '#lib/cookies/read-signed-in-user.ts'
import { readCookie } from '#lib/http/cookies.ts'
import { csvDownload } from '#lib/http/csv-download.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { readPreferences } from '#lib/i18n/preferences.ts'
import { translatorFor } from '#lib/i18n/translator.ts'
import { signInPath } from '#lib/portal-sessions/next-path.ts'
import { services } from '#lib/services.ts'

/** `GET /manage/accounts/import/<id>/rejected`: the rows that can't be imported, each with its line and the reason. */
export const rejectedRowsEndpoint = defineEndpoint({
  GET: async (request) => {
    const opened = await services()
    const { pathname } = new URL(request.url)
    const person = await readSignedInUser(opened, request)
    if (!person) return { status: 303, headers: { Location: signInPath(pathname) }, body: null }
    const { locale } = readPreferences((name) => readCookie(request, name), request.headers.get('accept-language'))
    const toReason = rejectedRowWords(translatorFor(locale, 'accountImport'))
    const id = pathname.split('/').at(-2) ?? ''
    return csvDownload('rejected-rows.csv', await exportRejectedRows(opened, person, { id, toReason }))
  },
})
