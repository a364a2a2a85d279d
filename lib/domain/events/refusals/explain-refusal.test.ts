import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { explainRefusal } from '#lib/domain/events/refusals/explain-refusal.ts'
import { languages } from '#lib/foundation/i18n/languages.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import { type RefusalReason, refusalReasons } from '#lib/kernel/refusal-reasons.ts'

const reasons = Object.keys(refusalReasons) as RefusalReason[]

it.each(languages)('every reason has a cause and a remedy in %s', (locale) => {
  const facts = { field: 'F1', origin: 'O1', accountId: 'A1', scope: 'S1', expiredAt: Date.UTC(2026, 2, 3) }
  for (const reason of reasons) {
    const { cause, remedy } = explainRefusal({ reason, facts }, { locale, timeZone: 'UTC' })
    expect(cause, reason).toMatch(/^\S.*\.$/)
    expect(remedy, reason).toMatch(/^\S.*\.$/)
  }
})

it('names the facts', () => {
  const facts = { expiredAt: Date.UTC(2026, 2, 3, 12), field: 'scope' }
  const explain = (reason: RefusalReason) => explainRefusal({ reason, facts }, { locale: 'en-us', timeZone: 'UTC' })
  expect(explain('key_expired').cause).toBe('The key expired on March 3, 2026 at 12:00 PM.')
  expect(explain('field_missing').cause).toBe('The field scope was missing.')
})

it('docs/why.md lists the cause of every reason below its remedy', () => {
  const t = translatorFor('en', 'why')
  const named = { field: '…', origin: '…', accountId: '…', scope: '…', when: '…' }
  const remedies = Map.groupBy(reasons, (reason) => {
    return explainRefusal({ reason, facts: {} }, { locale: 'en', timeZone: 'UTC' }).remedy
  })
  const parts = [...remedies].map(([remedy, of]) => {
    const causes = of.map((reason) => `- \`${reason}\`: ${t(`causes.${reason}`, named)}\n`)
    return `**${remedy}**\n\n${causes.join('')}`
  })
  expect(readFileSync('docs/why.md', 'utf8')).toContain(parts.join('\n'))
})
