import { exportRejectedRows, rejectedRowWords } from '#lib/domain/accounts/account-imports/export-rejected-rows.ts'
import { signInPath } from '#lib/domain/sign-in/portal-sessions/next-path.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import { requestPreferences } from '#lib/web/http/cookies.ts'
import { csvDownload } from '#lib/web/http/csv-download.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'

/**
 * `GET /manage/accounts/import/<id>/rejected`: the rejected rows of an import, each with its line number and reason.
 */
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
