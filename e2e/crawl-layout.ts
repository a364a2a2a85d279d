import type { Page } from '@playwright/test'

declare global {
  interface Window {
    findLayoutFaults?: () => string[]
  }
}

/** A visible text, or a word of it, with its boxes and the element around it. */
type Seen = Readonly<{ text: string; node: Node; rects: readonly DOMRect[]; element: HTMLElement }>

/** Facts about elements while one page is measured at one width. Declared again by the script. */
const boxes = new Map<Element, DOMRect>()
const clipping = new Map<Element, readonly Element[]>()

/** Everything below runs in the page: one script, so that a page is measured in one call. */
const parts = [
  findLayoutFaults,
  findSidewaysScrolling,
  findNarrowCells,
  findTallRows,
  findTallButtons,
  findStrayControls,
  findTextAtEdges,
  findMenusOutside,
  findPagesWithin,
  findCard,
  findScope,
  readTexts,
  readWords,
  isAtEdge,
  isInCell,
  isCutOff,
  roomOf,
  clip,
  findClipping,
  boxOf,
  isShown,
  nameOf,
]

/** Makes `findFaults` possible in every document that the page opens from now on. */
export async function prepareMeasuring(page: Page): Promise<void> {
  const script = `const boxes = new Map(), clipping = new Map()\n${parts.join('\n')}\nreturn findLayoutFaults`
  await page.addInitScript(`window.findLayoutFaults = (() => { ${script} })()`)
}

/** Runs in the page: what is below an open dialog takes no part in the layout, which takes most of the time. */
export function hidePageBelow(): void {
  let inside = [...document.querySelectorAll('dialog:modal')].at(-1)
  for (; inside?.parentElement; inside = inside.parentElement) {
    for (const below of inside.parentElement.querySelectorAll<HTMLElement>(':scope > *')) {
      if (below !== inside) below.style.contentVisibility = 'hidden'
    }
  }
}

/** Runs in the page, and ends that. */
export function showPageBelow(): void {
  for (const below of document.querySelectorAll<HTMLElement>('[style*="content-visibility"]')) {
    below.style.contentVisibility = ''
    if (below.getAttribute('style') === '') below.removeAttribute('style')
  }
}

/** What a person would see as broken in the page as it is now, at its present width. */
export async function findFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => window.findLayoutFaults?.() ?? ['nothing was measured'])
}

function findLayoutFaults(): string[] {
  boxes.clear()
  clipping.clear()
  const texts = readTexts(findScope())
  const found = [
    findSidewaysScrolling(),
    findNarrowCells(texts),
    findTallRows(),
    findTallButtons(),
    findStrayControls(),
    findTextAtEdges(texts),
    findMenusOutside(),
    findPagesWithin(),
  ]
  return found.flatMap((faults) => faults.slice(0, 3))
}

function findPagesWithin(): string[] {
  const mains = document.querySelectorAll('main').length
  return mains > 1 ? [`has ${mains} <main> elements`] : []
}

function findSidewaysScrolling(): string[] {
  const page = document.documentElement
  const [over = 0, inDialog = 0] = [page, findScope()].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  if (over > 0) return [`scrolls sideways by ${over} px`]
  return inDialog > 0 ? [`a dialog scrolls sideways by ${inDialog} px`] : []
}

/** Cells that break or hide a word. Longer ones than IDs break everywhere, and so do these on the smallest phones. */
function findNarrowCells(texts: readonly Seen[]): string[] {
  const found = new Map<Element, string>()
  for (const text of texts) {
    const cell = text.element.closest<HTMLElement>('td, th')
    if (!cell || found.has(cell) || isInCell(text, cell)) continue
    // A part of a sentence, in the API reference on phones.
    if (getComputedStyle(cell).display === 'inline') continue
    const cut = readWords(text).find((word) => isCutOff(word, cell))
    if (cut) found.set(cell, `${nameOf(cell)} is narrower than “${cut.text}”: ${Math.round(cell.clientWidth)} px`)
  }
  return [...found.values()]
}

/** Whether a text is one line for which the cell has room: so it has for each word. */
function isInCell({ rects, element }: Seen, cell: Element): boolean {
  const [line] = rects
  return rects.length === 1 && line !== undefined && clip(boxOf(cell), element, cell).width > line.width - 1
}

function isCutOff({ text, rects, element }: Seen, cell: Element): boolean {
  if (text.length > (innerWidth < 390 ? 20 : 28)) return false
  const width = rects.reduce((sum, rect) => sum + rect.width, 0)
  // What breaks although it has room is a part of a longer text, such as a URL.
  const isBroken = new Set(rects.map(({ top }) => Math.round(top / 4))).size > 1
  if (isBroken && width > roomOf(element)) return true
  // Dots may replace the end of a text, but not all of a word.
  return clip(boxOf(cell), element, cell).width < Math.min(width, 88) - 1
}

/** The width that lines have in the block around an element. */
function roomOf(element: Element): number {
  let block: Element | null = element
  while (block && ['inline', 'contents'].includes(getComputedStyle(block).display)) block = block.parentElement
  if (!block) return 0
  const { paddingLeft, paddingRight } = getComputedStyle(block)
  return block.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
}

/** Where a row is a card, its cells count. The rows of the API reference are paragraphs on phones. */
function findTallRows(): string[] {
  return [...findScope().querySelectorAll<HTMLElement>('tbody tr')].filter(isShown).flatMap((row) => {
    const { display } = getComputedStyle(row)
    if (display === 'block') return []
    const parts = display === 'table-row' ? [row] : [...row.children]
    const height = Math.max(...parts.map((part) => part.getBoundingClientRect().height))
    return height > 120 ? [`${nameOf(row)} is ${Math.round(height)} px tall`] : []
  })
}

/** Buttons are one or two lines high. */
function findTallButtons(): string[] {
  return [...findScope().querySelectorAll<HTMLElement>('.lk-button')].filter(isShown).flatMap((button) => {
    const { height } = boxOf(button)
    return height > 72 ? [`${nameOf(button)} is ${Math.round(height)} px tall`] : []
  })
}

function findStrayControls(): string[] {
  const controls = findScope().querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')
  return [...controls].filter(isShown).flatMap((control) => {
    const card = findCard(control)
    if (!card) return []
    const outer = boxOf(card)
    const rects = [...control.getClientRects()].map((rect) => clip(rect, control, card))
    const isOutside = rects.some(
      ({ left, right, top, bottom, width, height }) =>
        width * height > 0 &&
        (left < outer.left - 1 || right > outer.right + 1 || top < outer.top - 1 || bottom > outer.bottom + 1),
    )
    return isOutside ? [`${nameOf(control)} is outside its card`] : []
  })
}

/** Text less than 6 px from the side of its card, and text that leaves it. */
function findTextAtEdges(texts: readonly Seen[]): string[] {
  const found = new Map<Element, string>()
  for (const text of texts) {
    const card = findCard(text.element)
    if (!card || found.has(text.element) || !isAtEdge(text, card)) continue
    const word = readWords(text).find((part) => isAtEdge(part, card))
    if (word) found.set(text.element, `“${word.text}” of ${nameOf(text.element)} is at the edge of its card`)
  }
  return [...found.values()]
}

function isAtEdge({ rects, element }: Seen, card: Element): boolean {
  const outer = boxOf(card)
  return rects.some((whole) => {
    const { left, right, top, bottom, width, height } = clip(whole, element, card)
    const isAtSide = left < outer.left + 6 || right > outer.right - 6
    return width * height > 0 && (isAtSide || top < outer.top || bottom > outer.bottom)
  })
}

/**
 * Opens each menu: all of it must be in the window. Of the menus of rows, those of the first and the last row in it.
 */
function findMenusOutside(): string[] {
  const { clientWidth, clientHeight } = document.documentElement
  const buttons = [...findScope().querySelectorAll<HTMLButtonElement>('button[popovertarget]')].filter((button) => {
    const place = boxOf(button)
    return place.top >= 0 && place.bottom <= clientHeight && isShown(button)
  })
  const menuOf = (button: Element) => document.getElementById(button.getAttribute('popovertarget') ?? '')
  const kindOf = (button: Element) => `${boxOf(button).left} ${menuOf(button)?.textContent}`
  const [first, last] = [buttons.toReversed(), buttons].map((all) => new Map(all.map((one) => [kindOf(one), one])))
  return [...new Set([...(first?.values() ?? []), ...(last?.values() ?? [])])].flatMap((button) => {
    const menu = menuOf(button)
    if (!menu || menu.matches(':popover-open')) return []
    menu.showPopover({ source: button })
    const { left, right, top, bottom } = menu.getBoundingClientRect()
    menu.hidePopover()
    const isInside = left >= 0 && right <= clientWidth && top >= 0 && bottom <= clientHeight
    return isInside ? [] : [`the menu of ${nameOf(button)} is cut off`]
  })
}

/** An open dialog hides the page, which was measured without it. */
function findScope(): Element {
  return [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
}

/** The nearest card or dialog around an element; none in a menu that floats above them. */
function findCard(element: Element): Element | null {
  const around = element.parentElement?.closest('.lk-card, dialog, [popover]')
  return around && !around.matches('[popover]:not(dialog)') ? around : null
}

function readTexts(root: Element): Seen[] {
  const seen: Seen[] = []
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const [element, text] = [node.parentElement, node.nodeValue ?? '']
    if (!element || !text.trim() || !isShown(element)) continue
    range.selectNodeContents(node)
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
    if (rects.length > 0) seen.push({ text, node, rects, element })
  }
  return seen
}

/** Each word of a text. Text but IDs may break after hyphens and slashes. */
function readWords({ text: whole, node, element }: Seen): Seen[] {
  const range = document.createRange()
  const pattern = element.closest('code') ? /\S+/g : /[^\s\-–—/]+[-–—/]*|[-–—/]+/g
  return [...whole.matchAll(pattern)].flatMap(({ 0: text, index }) => {
    range.setStart(node, index)
    range.setEnd(node, index + text.length)
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
    return rects.length > 0 ? [{ text, node, rects, element }] : []
  })
}

/** The part of a box that is seen: inside all elements around it, up to `end`, that hide or scroll what leaves them. */
function clip(rect: DOMRect, from: Element, end: Element): DOMRect {
  let { left, right, top, bottom } = rect
  for (const around of findClipping(from)) {
    if (!end.contains(around)) break
    // What a dialog scrolls out of sight is not outside.
    if (around === end && !['auto', 'scroll'].includes(getComputedStyle(end).overflowY)) break
    const box = boxOf(around)
    left = Math.max(left, box.left)
    right = Math.min(right, box.right)
    top = Math.max(top, box.top)
    bottom = Math.min(bottom, box.bottom)
  }
  return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
}

/** An element and those around it that hide or scroll what leaves them. */
function findClipping(element: Element): readonly Element[] {
  const known = clipping.get(element)
  if (known) return known
  const outer = element.parentElement ? findClipping(element.parentElement) : []
  const found = getComputedStyle(element).overflowX === 'visible' ? outer : [element, ...outer]
  clipping.set(element, found)
  return found
}

function boxOf(element: Element): DOMRect {
  const box = boxes.get(element) ?? element.getBoundingClientRect()
  boxes.set(element, box)
  return box
}

function isShown(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
  return !element.closest('.lk-unseen, [aria-hidden="true"] svg, option, script, style')
}

function nameOf(element: Element): string {
  const text = element.textContent?.trim().replace(/\s+/g, ' ').slice(0, 40)
  const name = text || element.getAttribute('aria-label') || element.getAttribute('name')
  return `<${element.localName}> ${name ? `“${name}”` : `in “${element.parentElement?.textContent?.slice(0, 30)}”`}`
}
