import { z } from 'zod'
import { listNamed, type Named, namedFilters } from '#lib/domain/events/activity/named-filters.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import { requestPreferences } from '#lib/web/http/cookies.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { jsonResponse } from '#lib/web/http/endpoint.ts'

/** `status` says how many there are, or that there is none, in the reader's language. */
export type NameSuggestions = Readonly<{ choices: readonly Named[]; status: string }>

const querySchema = z.object({ filter: z.enum(namedFilters, 'malformed'), q: z.string('missing') })

/** `GET /activity/names`: the users, accounts or API keys that a filter of Activity can name, for its suggestions. */
export const activityNamesEndpoint = defineEndpoint({
  GET: async (request, context) => {
    const { services } = context
    const user = await readSignedInUser(context, request.headers.get('cookie'))
    if (!user) throw new Refusal('signed_out')
    const { filter, q } = parseInput(querySchema, Object.fromEntries(new URL(request.url).searchParams))
    const choices = await listNamed(services, user, { filter, text: q })
    const { locale } = requestPreferences(request)
    const status =
      choices.length > 0
        ? translatorFor(locale, 'palette')('count', { count: choices.length })
        : translatorFor(locale, 'activity')(`unknown.${filter}`, { value: q.trim().slice(0, 64) })
    return jsonResponse({ choices, status } satisfies NameSuggestions)
  },
})
