import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Checkbox, RadioGroup } from './choice.tsx'
import { Select } from './select.tsx'
import { TextField } from './text-field.tsx'

const said = { label: 'Name', name: 'name', id: 'n', hint: 'As in the list.', error: 'This is in use.' }

describe('a field', () => {
  it.each([
    ['of text', createElement(TextField, said), 'input'],
    ['of choices', createElement(Select, { ...said, options: [{ value: 'a', label: 'A' }] }), 'select'],
  ])('%s is named by its label and described by its hint and its error', (_kind, field, tag) => {
    const html = renderToStaticMarkup(field)
    expect(html).toMatch(/<label [^>]*for="n">Name<\/label>/)
    expect(attributes(html, tag)).toMatchObject({
      id: 'n',
      'aria-invalid': 'true',
      'aria-describedby': 'n-hint n-error',
    })
    expect(html).toContain('id="n-hint">As in the list.<')
    expect(html).toMatch(/<div role="alert" id="n-error"[^>]*>This is in use\.</)
  })

  it('without a problem claims none, and keeps the place where one would be announced', () => {
    const html = renderToStaticMarkup(createElement(TextField, { label: 'Name', name: 'name', id: 'n' }))
    expect(attributes(html, 'input')).not.toHaveProperty('aria-invalid')
    expect(attributes(html, 'input')).not.toHaveProperty('aria-describedby')
    expect(html).toContain('<div role="alert" id="n-error"></div>')
  })

  it('of a yes or no is described by its error', () => {
    const html = renderToStaticMarkup(
      createElement(Checkbox, { label: 'Stored', name: 's', id: 's', error: 'Confirm.' }),
    )
    expect(attributes(html, 'input')).toMatchObject({ 'aria-invalid': 'true', 'aria-describedby': 's-error' })
  })

  it('of radios chooses the one that is preset', () => {
    const choices = ['30', '90'].map((value) => ({ value, label: value }))
    const html = renderToStaticMarkup(
      createElement(RadioGroup, { legend: 'Days', name: 'days', choices, defaultValue: '90' }),
    )
    expect(html.match(/checked=""[^>]*value="(\d+)"|value="(\d+)"[^>]*checked=""/)?.slice(1)).toContain('90')
  })
})

function attributes(html: string, tag: string): Record<string, string> {
  const opening = new RegExp(`<${tag} ([^>]*)>`).exec(html)?.[1] ?? ''
  return Object.fromEntries([...opening.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value ?? '']))
}
