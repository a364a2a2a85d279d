import { isAccountId } from '#lib/domain/accounts/accounts/schema.ts'
import { findApiKey, searchApiKeys } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import type { KeyFilter } from '#lib/domain/keys/api-keys/key-filter.ts'
import { noOrganization } from '#lib/domain/organization/organization/organization.ts'
import { findExampleAccount } from '#lib/domain/people/user-lifecycle/find-example-account.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { mayManage } from '#lib/foundation/authorization/permissions.ts'
import { remember } from '#lib/foundation/i18n/remember.ts'
import type { Services } from '#lib/foundation/services.ts'
import { dayMs, secondMs } from '#lib/kernel/clock.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { type Html, html } from '#lib/kernel/html.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import {
  cookieAttributes,
  formatSetCookie,
  pathCookieName,
  readCookie,
  requestPreferences,
} from '#lib/web/http/cookies.ts'
import { definePageEndpoint } from '#lib/web/http/define-endpoint.ts'
import { documentResponse } from '#lib/web/http/document.ts'
import { type EndpointContext, type EndpointResponse, seeOther } from '#lib/web/http/endpoint.ts'
import { findOperationPath, pages, quickstart, type ReferencePage } from '#lib/web/openapi/reference/pages.ts'
import { type QuickstartValues, quickstartSteps, type Reader } from '#lib/web/openapi/reference/quickstart.ts'
import { pageContent, referenceBody, searchContent } from '#lib/web/openapi/reference/reference-page.ts'
import { maxQueryLength } from '#lib/web/openapi/reference/search.ts'
import { sampleLanguages } from '#lib/web/openapi/write-samples.ts'

const root = '/api-reference'
const yearSeconds = (365 * dayMs) / secondMs
/** Set by `public/api-reference.js`. */
const languageCookie = 'latchkey-reference-language'

/** What all pages of a base URL share, for the most recently read of them. */
const contentOf = remember((key: string) => {
  const [id, baseUrl] = key.split(' ')
  const page = pages.find((each) => each.id === id)
  return page && pageContent(page, baseUrl ?? '')
}, pages.length)

/**
 * `GET /api-reference`: the OpenAPI document as pages, and a quickstart with the reader's own key and account. In
 * English only, like the names that it documents.
 */
export const apiReferenceEndpoint = definePageEndpoint({
  GET: async (request, context) => {
    const { pathname, searchParams } = new URL(request.url)
    const id = pathname.slice(root.length + 1)
    const user = await readSignedInUser(context, request.headers.get('cookie'))
    if (id === '') return respondQuickstart(request, context, user)
    if (id === 'search') {
      const query = (searchParams.get('q') ?? '').slice(0, maxQueryLength)
      // Links to the former single page have the ID of an operation.
      const path = findOperationPath(query)
      if (path !== undefined) return seeOther(path, context.requestId)
      return respond(request, context, { title: 'Search', query, user, content: searchContent(query) })
    }
    const current = pages.find((each) => each.id === id)
    const content = contentOf(`${id} ${context.services.env.baseUrl}`)
    if (!current || !content) throw new Refusal('not_found')
    return respond(request, context, { title: current.title, current, user, content })
  },
})

type Content = Readonly<{
  title: string
  current?: ReferencePage
  query?: string
  user: PortalUser | undefined
  content: Html
  cookies?: string[]
}>

function respond(
  request: Request,
  { requestId }: EndpointContext,
  { title, user, content, cookies, ...place }: Content,
): EndpointResponse {
  const chosen = readCookie(request.headers.get('cookie'), languageCookie)
  const language = sampleLanguages.find((each) => each === chosen) ?? 'curl'
  return documentResponse({
    status: 200,
    title: `${title} · API reference`,
    // It describes the product.
    organization: noOrganization,
    locale: 'en',
    theme: requestPreferences(request).theme,
    requestId,
    referrerPolicy: 'same-origin',
    policy: { 'script-src': "'self'" },
    ...(cookies && { headers: { 'Set-Cookie': cookies } }),
    head: html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="/fonts/jetbrains-mono-latin.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/api-reference.css">
<script src="/api-reference.js" defer></script>`,
    body: referenceBody({ ...place, language, isSignedIn: user !== undefined }, content),
  })
}

/** The choice of `?key=` and `?account=` is kept in this browser. */
async function respondQuickstart(
  request: Request,
  context: EndpointContext,
  user: PortalUser | undefined,
): Promise<EndpointResponse> {
  const { baseUrl } = context.services.env
  const { searchParams } = new URL(request.url)
  const cookie = pathCookieName('quickstart', baseUrl)
  const isChosen = searchParams.has('key')
  const [keyId = '', account = ''] = isChosen
    ? [searchParams.get('key') ?? '', searchParams.get('account')?.trim()]
    : (readCookie(request.headers.get('cookie'), cookie)?.split(' ') ?? [])
  const reader = await readReader(context.services, user, { keyId, account })
  const values = typeof reader === 'string' ? undefined : reader
  // Of the query, only what was found: it may be long, and another site may have made the link.
  const kept = `${values?.keyId} ${values?.typed}`
  return respond(request, context, {
    title: 'Quickstart',
    current: quickstart,
    user,
    content: pageContent(quickstart, baseUrl, quickstartSteps(baseUrl, reader)),
    ...(isChosen &&
      values?.keyId &&
      !values.isMalformed && {
        cookies: [formatSetCookie(cookie, kept, cookieAttributes(baseUrl, root, yearSeconds))],
      }),
  })
}

type Chosen = Readonly<{ keyId: string; account: string }>

async function readReader(services: Services, user: PortalUser | undefined, chosen: Chosen): Promise<Reader> {
  if (!user) return 'signed-out'
  return mayManage(user) ? readValues(services, user, chosen) : 'without-keys'
}

async function readValues(services: Services, user: PortalUser, chosen: Chosen): Promise<QuickstartValues> {
  const { keys: lastUsed } = await searchApiKeys(services, user, { ...keysToOpen, page: 1 })
  const listed = lastUsed.find(({ id }) => id === chosen.keyId)
  const other = listed ? undefined : await findApiKey(services, user, chosen.keyId)
  const keys = other?.state === 'active' && other.scopes.includes('sso') ? [other, ...lastUsed] : lastUsed
  const { id: keyId } = listed ?? keys[0] ?? {}
  const isOwn = isAccountId(chosen.account)
  const example = isOwn || keyId === undefined ? undefined : await findExampleAccount(services, user, keyId)
  const accountId = isOwn ? chosen.account : example
  return { keys, keyId, accountId, typed: chosen.account, isMalformed: chosen.account !== '' && !isOwn }
}

const keysToOpen = {
  search: '',
  state: 'active',
  age: 'any',
  ownerId: '',
  purpose: 'open',
  sort: 'last-used',
} as const satisfies KeyFilter
