import { describe, expect, it } from 'vitest'
import { html } from '#lib/kernel/html.ts'

describe('html', () => {
  it('escapes interpolated text', () => {
    const hostile = `"><script>alert('1')</script>&amp;`
    const text = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;'
    expect(html`<p title="${hostile}">${hostile}</p>`.markup).toBe(`<p title="${text}">${text}</p>`)
  })

  it('keeps nested markup, single or in a list', () => {
    const rows = ['<a>', 'b'].map((text) => html`<li>${text}</li>`)
    expect(html`<ul>${rows}</ul>${[]}${html`<hr>`}`.markup).toBe('<ul><li>&lt;a&gt;</li><li>b</li></ul><hr>')
  })

  it('leaves a backslash and a dollar sign as they are', () => {
    expect(html`<p>${'$& \\n $1'}</p>`.markup).toBe('<p>$&amp; \\n $1</p>')
  })
})
