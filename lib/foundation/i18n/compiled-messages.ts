import compile from 'icu-minify/compile'
import type { Messages } from '#lib/foundation/i18n/catalogs.ts'
import { type Language, pickLanguage } from '#lib/foundation/i18n/languages.ts'
import { remember } from '#lib/foundation/i18n/remember.ts'
import { messagesFor, type Namespace } from '#lib/foundation/i18n/translator.ts'

type Tree = { readonly [key: string]: string | Tree }
type CompiledTree = { readonly [key: string]: ReturnType<typeof compile> | CompiledTree }

/** A namespace compiled for the browser, which needs no ICU parser. Always the same object: React sends it once. */
export function compiledMessages<N extends Namespace>(language: Language, namespace: N): Messages[N] {
  // The library derives types from the source text of messages, also of compiled ones.
  return compiledBy(`${language} ${namespace}`) as unknown as Messages[N]
}

/** What a page without forms needs of `errors`: outages, and the page that says that it failed. */
export const compiledPageErrors = remember((language): Messages['errors'] => {
  const { requestId, tryAgain, goToAccounts, outage, refusals } = compiledMessages(pickLanguage(language), 'errors')
  const { server_error, temporarily_unavailable } = refusals
  return {
    requestId,
    tryAgain,
    goToAccounts,
    outage,
    refusals: { server_error, temporarily_unavailable },
  } as Messages['errors']
}, 16)

const compiledBy = remember((languageAndNamespace): CompiledTree => {
  const [language = '', namespace = ''] = languageAndNamespace.split(' ')
  const messages: Tree = forForms(messagesFor(language))
  const chosen = messages[namespace]
  // React passes only plain objects to client components, and the compiler's objects have no prototype.
  return JSON.parse(JSON.stringify(compileTree(typeof chosen === 'object' ? chosen : {})))
}, 128)

/** Refusals of endpoints, which no form returns. Omitting them makes every page smaller. */
const endpointRefusals =
  /^(grant|platform|key|repeated|unknown)_|^(invalid_(client|scope|grant|token)|insufficient_scope|malformed_bearer|unauthorized|unsupported_grant_type|access_denied|method_not_allowed|foreign_form|sign_in_failed|precondition_failed|not_implemented)$/

function forForms(messages: ReturnType<typeof messagesFor>): Tree {
  const refusals = Object.entries(messages.errors.refusals).filter(([code]) => !endpointRefusals.test(code))
  return { ...messages, errors: { ...messages.errors, refusals: Object.fromEntries(refusals) } }
}

function compileTree(tree: Tree): CompiledTree {
  const compiled = Object.entries(tree).map(([key, value]) => [
    key,
    typeof value === 'string' ? compile(value) : compileTree(value),
  ])
  return Object.fromEntries(compiled)
}
