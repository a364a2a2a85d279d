import { exportRejectedRows, rejectedRowWords } from '#lib/account-imports/export-rejected-rows.ts'
import { readSignedInUser } from '#lib/cookies/read-signed-in-user.ts'
import { requestPreferences } from '#lib/http/cookies.ts'
import { csvDownload } from '#lib/http/csv-download.ts'
import { defineEndpoint } from '#lib/http/define-endpoint.ts'
import { translatorFor } from '#lib/i18n/translator.ts'
import { signInPath } from '#lib/portal-sessions/next-path.ts'

/** `GET /manage/accounts/import/<id>/rejected`: the rejected rows of an import, each with its line number and reason. */
export const rejectedRowsEndpoint = defineEndpoint({
  GET: async (request, context) => {
    const { pathname } = new URL(request.url)
    const user = await readSignedInUser(context, request.headers.get('cookie'))
    if (!user) return { status: 303, headers: { Location: signInPath(pathname) }, body: null }
    const { locale } = requestPreferences(request)
    const toReason = rejectedRowWords({
      accountImport: translatorFor(locale, 'accountImport'),
      accounts: translatorFor(locale, 'accounts'),
    })
    const id = pathname.split('/').at(-2) ?? ''
    return csvDownload('rejected-rows.csv', await exportRejectedRows(context.services, user, { id, toReason }))
  },
})
