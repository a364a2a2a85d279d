import { describe, expect, it } from 'vitest'
import { checkSvg } from '#lib/organization/check-svg.ts'

const xmlns = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const circle = '<circle cx="5" cy="5" r="4"/>'

function svg(content: string, attributes = ''): string {
  return `<svg ${xmlns} viewBox="0 0 10 10" ${attributes}>${content}</svg>`
}

const check = (text: string) => checkSvg(new TextEncoder().encode(text))

/** Groups that double what they repeat, from 1 to 2 to the power of `depth`. */
function doubling(depth: number, repeat: (id: string) => string): string {
  const groups = Array.from({ length: depth }, (_, n) => `<g id="g${n + 1}">${repeat(`g${n}`).repeat(2)}</g>`)
  return svg(`<g id="g0">${circle}</g>${groups.join('')}`)
}

describe('an SVG is accepted', () => {
  it.each([
    ['with shapes', svg(circle)],
    [
      'with a declaration, a byte order mark and comments',
      `\uFEFF<?xml version="1.0" encoding="UTF-8"?><!-- <script> -->${svg(circle)}`,
    ],
    [
      'with gradients by attribute',
      svg(
        `<defs><linearGradient id="a"><stop offset="0"/></linearGradient><linearGradient id="b" xlink:href="#a"/></defs><path fill="url(#b)" d="M0 0h9v9z"/>`,
      ),
    ],
    [
      'with styles',
      svg(
        `<style>.a{fill:url( '#g' )}@media (prefers-color-scheme: dark){.a{fill:#fff}}</style><radialGradient id="g"/><path class="a"/>`,
      ),
    ],
    ['with parts that repeat', svg(`<symbol id="s">${circle}</symbol><use href="#s"/><use href="#s" x="2"/>`)],
    [
      'with what drawing programs add',
      svg(`<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" r:about=""/></metadata>${circle}`),
    ],
    ['with a size instead of a view box', `<svg ${xmlns} width="10" height="10">${circle}</svg>`],
    [
      'with elements under a prefix',
      `<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><s:path d="M0 0"/></s:svg>`,
    ],
  ])('%s', (_name, text) => {
    expect(check(text)).toEqual({ width: 10, height: 10 })
  })
})

describe('an SVG is refused as unsafe', () => {
  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a script under a prefix', svg('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>')],
    ['a script of XHTML', svg('<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>')],
    ['a script in no namespace', svg('<script xmlns="">alert(1)</script>')],
    ['an event handler', svg(circle, 'onload="alert(1)"')],
    ['an event handler in another case', svg('<path ONCLICK="alert(1)"/>')],
    ['an embedded document', svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>')],
    ['a link', svg(`<a href="#x">${circle}</a>`)],
    ['an image', svg('<image href="data:image/png;base64,AA=="/>')],
    ['an external use', svg('<use href="https://evil.example/a.svg#b"/>')],
    ['an external use of old', svg('<use xlink:href="http://evil.example/a.svg#b"/>')],
    ['a use whose target is encoded', svg('<use xlink:href="&#104;ttps://evil.example/#b"/>')],
    ['a script URL', svg('<use href="javascript:alert(1)"/>')],
    ['a base URL', svg('<use href="#a"/>', 'xml:base="https://evil.example/"')],
    ['an external fill', svg('<path fill="url(https://evil.example/a.svg#b)"/>')],
    ['an external fill in quotes', svg(`<path style="fill:url( 'https://evil.example/#b' )"/>`)],
    ['an import', svg('<style>@import "https://evil.example/a.css";</style>')],
    ['an import in CDATA', svg('<style><![CDATA[@import url(#a);]]></style>')],
    ['an import that a comment splits', svg('<style>@im<!-- -->port "https://evil.example/a.css";</style>')],
    ['an import that an escape hides', svg('<style>@\\69mport "https://evil.example/a.css";</style>')],
    ['a font', svg('<style>@font-face{font-family:a;src:local(a)}</style>')],
    ['an image set', svg('<style>path{mask:image-set("https://evil.example/a.png" 1x)}</style>')],
    ['elements in a style', svg('<style><tspan>@import "a"</tspan></style>')],
    ['a style sheet of its own', `<?xml-stylesheet href="https://evil.example/a.css"?>${svg(circle)}`],
    ['an animation', svg('<path><animate attributeName="href" to="javascript:alert(1)"/></path>')],
    ['a keyframe animation', svg('<style>@keyframes a{to{opacity:0}}</style>')],
    ['an external entity', `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>')}`],
    ['a billion laughs', `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${svg('&b;')}`],
    ['a document type', `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">${svg(circle)}`],
    ['another encoding', `<?xml version="1.0" encoding="UTF-7"?>${svg(circle)}`],
    ['uses that double twenty times', doubling(20, (id) => `<use href="#${id}"/>`)],
    ['fills that double twenty times', doubling(20, (id) => `<path fill="url(#${id})"/>`)],
    ['a use of itself', svg('<g id="a"><use href="#a"/></g>')],
    ['a chain of 150 uses', svg(Array.from({ length: 150 }, (_, n) => `<use id="u${n}" href="#u${n + 1}"/>`).join(''))],
    ['a rule that fills with a pattern', svg('<style>*{fill:url(#p)}</style><pattern id="p"><path/></pattern>')],
    ['an ID that occurs twice', svg('<path id="a"/><path id="a"/>')],
    ['great depth', svg('<g>'.repeat(200) + '</g>'.repeat(200))],
  ])('for %s', (_name, text) => {
    expect(check(text)).toBe('unsafe')
  })
})

describe('a file is refused as no image', () => {
  it.each([
    ['no XML', 'hello'],
    ['nothing', ' '],
    ['HTML', '<!-- x --><html><body/></html>'],
    ['another vocabulary', '<svg viewBox="0 0 1 1"/>'],
    ['something after the image', `${svg(circle)}<script>alert(1)</script>`],
    ['an element that doesn’t end', `<svg ${xmlns} viewBox="0 0 1 1"><g>`],
    ['an unknown entity', svg('&nbsp;')],
    ['an attribute that occurs twice', `<svg ${xmlns} viewBox="0 0 1 1" viewBox="0 0 1 1"/>`],
    ['a control character', svg('\u0001')],
  ])('for %s', (_name, text) => {
    expect(check(text)).toBe('not_an_image')
  })

  it('for UTF-16, with and without its mark, and for malformed UTF-8', () => {
    for (const mark of ['', '\uFEFF']) expect(checkSvg(Buffer.from(mark + svg(circle), 'utf16le'))).toBe('not_an_image')
    expect(checkSvg(Buffer.from(svg('<text>é</text>'), 'latin1'))).toBe('not_an_image')
  })
})

describe('the size of an SVG', () => {
  it.each([
    ['viewBox="0 0 180 40"', { width: 180, height: 40 }],
    ['viewBox=" -5,-5 , 12.5 2" width="3" height="9"', { width: 12.5, height: 2 }],
    ['width="30mm" height="10mm"', { width: 30, height: 10 }],
    ['width="10"', 'without_size'],
    ['width="100%" height="100%"', 'without_size'],
    ['viewBox="0 0 0 10"', 'without_size'],
    ['viewBox="0 0 -1 10"', 'without_size'],
    ['viewBox="0 0 1e9 10"', 'without_size'],
  ])('with %s', (attributes, size) => {
    expect(check(`<svg ${xmlns} ${attributes}>${circle}</svg>`)).toEqual(size)
  })
})
