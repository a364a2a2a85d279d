import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MessagesProvider } from '#components/messages.tsx'
import type { FormProblem } from '#components/ui/form-notice.tsx'
import { compiledMessages } from '#lib/foundation/i18n/compiled-messages.ts'
import { errors } from '#lib/foundation/i18n/messages/en/errors.ts'
import type { ActionRefusal, ActionResult } from '#lib/web/http/action-result.ts'
import { useRefusal } from './use-form.ts'

describe('useRefusal', () => {
  it('says nothing before an answer, and nothing about success', () => {
    expect(wordsFor(undefined).problem).toBeUndefined()
    expect(wordsFor({ ok: true, value: undefined }).problem).toBeUndefined()
  })

  it('says what happened and why', () => {
    expect(wordsFor(refused('password_wrong')).problem).toEqual(errors.refusals.password_wrong)
  })

  it('says how long to wait', () => {
    const { problem } = wordsFor({ ...refused('too_many_requests'), retryAfterSeconds: 61 })
    expect(problem?.why).toBe('Wait a little, then try again. You can try again in 2 minutes.')
  })

  it('gives the request id where only the log can help', () => {
    expect(wordsFor(refused('server_error')).problem?.why).toContain('Request ID: req_1')
  })

  it('puts the problem of a field into words: its own first, else the common ones, else that it is this field', () => {
    const { errorOf } = wordsFor({ ...refused('input_invalid'), fields: { a: 'too_short', b: 'taken', c: 'novel' } })
    expect(errorOf('a', { too_short: 'At least 15 characters.' })).toBe('At least 15 characters.')
    expect(errorOf('b', { too_short: 'At least 15 characters.' })).toBe(errors.fields.taken)
    expect(errorOf('c')).toBe(errors.fields.malformed)
    expect(errorOf('d')).toBeUndefined()
  })

  it('says nothing about an earlier submission beside an outage', () => {
    const outage = { title: 'Offline. Retrying…' }
    const { problem, errorOf } = wordsFor({ ...refused('input_invalid'), fields: { a: 'taken' } }, outage)
    expect([problem, errorOf('a')]).toEqual([outage, undefined])
  })

  it('names the entries of a list that are wrong', () => {
    const { entriesOf } = wordsFor({ ...refused('input_invalid'), fields: { a: 'unknown' }, entries: { a: ['x'] } })
    expect([entriesOf('a'), entriesOf('b')]).toEqual([['x'], []])
    expect(wordsFor(undefined).entriesOf('a')).toEqual([])
  })
})

function refused(code: ActionRefusal['code']): ActionRefusal {
  return { ok: false, code, requestId: 'req_1' }
}

function wordsFor(result: ActionResult | undefined, outage?: FormProblem): Words {
  const seen: Words[] = []
  const probe = createElement(Probe, { result, outage, onWords: (words) => seen.push(words) })
  const messages = { errors: compiledMessages('en', 'errors') }
  renderToStaticMarkup(
    // biome-ignore lint/correctness/noChildrenProp: the component's type requires `children` in its props.
    createElement(MessagesProvider, { locale: 'en', timeZone: 'UTC', messages, children: probe }),
  )
  const [words] = seen
  if (!words) throw new Error('The hook did not run.')
  return words
}

type Words = ReturnType<typeof useRefusal>
type ProbeProps = Readonly<{
  result: ActionResult | undefined
  outage: FormProblem | undefined
  onWords: (words: Words) => void
}>

function Probe({ result, outage, onWords }: ProbeProps) {
  onWords(useRefusal(result, outage))
  return null
}
