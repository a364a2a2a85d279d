import formatMessage from 'icu-minify/format'
import { describe, expect, it } from 'vitest'
import { compiledMessages, compiledPageErrors } from '#lib/foundation/i18n/compiled-messages.ts'
import { languages } from '#lib/foundation/i18n/languages.ts'
import { messagesFor, type Namespace, translatorFor } from '#lib/foundation/i18n/translator.ts'

const formatters = {
  getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...given),
  getNumberFormat: (...given: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...given),
  getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...given),
}

describe('messages for client components', () => {
  it.each(languages)('format in %s as on the server', (language) => {
    const t = translatorFor(language, 'errors')
    const { tryAgainIn } = compiledMessages(language, 'errors')
    for (const minutes of [1, 2, 5, 1_000]) {
      expect(formatMessage(tryAgainIn, language, { minutes }, { formatters })).toBe(t('tryAgainIn', { minutes }))
    }
  })

  it('are plain text without arguments', () => {
    expect(compiledMessages('fr', 'errors').fields).toEqual(messagesFor('fr').errors.fields)
  })

  it.each(languages)('can all be compiled in %s', (language) => {
    const namespaces = Object.keys(messagesFor('en')) as Namespace[]
    for (const namespace of namespaces) expect(compiledMessages(language, namespace)).toBeTypeOf('object')
  })

  it('omit the refusals of endpoints', () => {
    const { refusals } = compiledMessages('en', 'errors')
    expect([refusals.input_invalid.title, refusals.grant_used, refusals.platform_busy]).toEqual([
      'Some fields need attention',
      undefined,
      undefined,
    ])
  })

  it('omit everything about forms for a page without forms', () => {
    const { fields, refusals, outage } = compiledPageErrors('en')
    expect([fields, Object.keys(refusals)]).toEqual([undefined, ['server_error', 'temporarily_unavailable']])
    expect(outage.offline.title).toBe('Offline. Retrying…')
  })

  it('are the same object each time', () => {
    expect(compiledMessages('de', 'widgets')).toBe(compiledMessages('de', 'widgets'))
  })
})
