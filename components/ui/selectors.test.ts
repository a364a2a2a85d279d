import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const files = globSync(['app/**/*.css', 'components/**/*.css', 'public/latchkey.css'])

/**
 * Whenever any element comes, goes or changes, the browser would compute the styles of all elements: hundreds of
 * milliseconds in a long list.
 */
const costly: Readonly<Record<string, RegExp>> = {
  'asks the root for what is anywhere in the page':
    /(?:^|[\s,(])(?:html|body|:root|:global\((?:html|body|:root)\))\S*:has\(/m,
  'names what comes before by its element': /(?:^|[\s>,(])(?:\*|[a-z][a-z\d]*)(?::[a-z-]+)* [+~] /m,
}

function findCostly(css: string): string[] {
  const selectors = css.replaceAll(/\/\*.*?\*\//gs, '').match(/[^{};]+(?=\{)/g) ?? []
  const plain = selectors.filter((selector) => !selector.trim().startsWith('@')).map((selector) => selector.trim())
  return Object.entries(costly).flatMap(([why, pattern]) =>
    plain.filter((selector) => pattern.test(selector)).map((selector) => `${selector} ${why}`),
  )
}

it('no style makes a change anywhere a change of the whole page', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(files.flatMap((file) => findCostly(readFileSync(file, 'utf8')).map((found) => `${file}: ${found}`))).toEqual(
    [],
  )
})

it('planted ones are noticed', () => {
  for (const selector of [
    'html:has(dialog:modal)',
    ':global(:root):has(.bar)',
    '.list > li + li',
    '.usage > * + .steps',
  ])
    expect(findCostly(`${selector} { color: red }`), selector).toHaveLength(1)
  for (const selector of ['.list:has(a)', '.list > li:not(:first-child)', '.bar ~ main', '.head + .row'])
    expect(findCostly(`${selector} { color: red }`), selector).toEqual([])
})
