import type { Account } from '#lib/domain/accounts/accounts/account.ts'
import { accountColorNumber } from '#lib/domain/accounts/accounts/account-color.ts'
import { findChosenAccounts, suggestAccounts } from '#lib/domain/accounts/accounts/choose-accounts.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { accountInitials } from '#lib/kernel/initials.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import { requestPreferences } from '#lib/web/http/cookies.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { jsonResponse } from '#lib/web/http/endpoint.ts'

/** An account as the account picker shows it. */
export type AccountChoice = Readonly<{
  id: string
  name: string
  letters: string
  color: number
  /** An exceptional state, in the reader's language. */
  state?: string
}>

/** `GET /manage/accounts/choices`: with `q`, accounts to choose from; with `id`, the accounts of these IDs. */
export const choicesEndpoint = defineEndpoint({
  GET: async (request, context) => {
    const { services } = context
    const user = await readSignedInUser(context, request.headers.get('cookie'))
    if (!user) throw new Refusal('signed_out')
    const { searchParams } = new URL(request.url)
    const query = searchParams.get('q')
    const accounts =
      query === null
        ? await findChosenAccounts(services, user, searchParams.getAll('id'))
        : await suggestAccounts(services, user, query)
    const t = translatorFor(requestPreferences(request).locale, 'palette')
    const toChoice = ({ id, name, suspendedAt }: Account): AccountChoice => ({
      id,
      name,
      letters: accountInitials(name),
      color: accountColorNumber(id),
      ...(suspendedAt !== null && { state: t('suspended') }),
    })
    return jsonResponse({ accounts: accounts.map(toChoice), status: t('count', { count: accounts.length }) })
  },
})
