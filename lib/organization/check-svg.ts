import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import type { LogoProblem, LogoSize } from '#lib/organization/logo-problems.ts'
import { SvgReferences } from '#lib/organization/svg-references.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'
const xhtmlNamespace = 'http://www.w3.org/1999/xhtml'

const maxDepth = 100

/** Still graphics: no script, no animation, nothing that loads or embeds another document. */
const allowedElements: ReadonlySet<string> = new Set(
  [
    'svg g defs symbol use title desc metadata style',
    'path rect circle ellipse line polyline polygon text tspan textPath',
    'linearGradient radialGradient stop clipPath mask pattern marker filter',
    'feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR',
    'feGaussianBlur feMerge feMergeNode feOffset',
  ].flatMap((names) => names.split(' ')),
)

/** Attributes whose text is never CSS. */
const plainAttributes = /^(id|class|data-.*|aria-.*)$/

/** CSS that may load something: URLs outside the file, other functions that take URLs, and escapes that hide them. */
const loadingCss = /url\((?!\s*["']?#)|(image|image-set|src|cross-fade|element|expression)\s*\(|javascript:|\\/i
const otherAtRule = /@(?!media\b)/i

class UnsafeSvg extends Error {}

/**
 * Checks an SVG against an allow-list. Browsers would run and load nothing of it anyway, because pages show it as an
 * image, and its own URL forbids everything: this check comes before both.
 */
export function checkSvg(bytes: Uint8Array): LogoProblem | LogoSize {
  const check = new SvgCheck()
  try {
    check.read(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    // Other errors are malformed UTF-8 or XML.
    return error instanceof UnsafeSvg ? 'unsafe' : 'not_an_image'
  }
  return check.size ?? 'without_size'
}

class SvgCheck {
  size: LogoSize | undefined
  readonly #references = new SvgReferences()
  readonly #open: { element: string; owner: string }[] = []
  readonly #ids = new Map<string, string>()
  #css = ''

  read(text: string): void {
    const parser = new SaxesParser({ xmlns: true })
    // A document type can define entities that expand without limit.
    parser.on('doctype', () => requireSafe(false))
    parser.on('processinginstruction', () => requireSafe(false))
    // The bytes are checked as UTF-8, so the browser must not read them as anything else.
    parser.on('xmldecl', ({ encoding }) => requireSafe(encoding === undefined || /^utf-8$/i.test(encoding)))
    parser.on('opentag', (tag) => this.#enter(tag))
    parser.on('closetag', () => void this.#open.pop())
    for (const event of ['text', 'cdata'] as const) {
      parser.on(event, (content) => {
        if (this.#open.at(-1)?.element === 'style') this.#css += content
      })
    }
    parser.write(text).close()
    this.#checkStyles()
    requireSafe(this.#references.isBounded())
  }

  #enter(tag: SaxesTagNS): void {
    const parent = this.#open.at(-1)
    const attributes = Object.values(tag.attributes)
    if (!parent) this.#enterRoot(tag)
    requireSafe(this.#open.length < maxDepth && parent?.element !== 'style')
    // Elements of other vocabularies, such as those of drawing programs, mean nothing to a browser.
    const isGraphic = tag.uri === svgNamespace && allowedElements.has(tag.local)
    requireSafe(isGraphic || ![svgNamespace, xhtmlNamespace, ''].includes(tag.uri))
    const owner = this.#references.addElement(this.#takeId(tag), parent?.owner)
    for (const attribute of attributes) this.#checkAttribute(attribute, owner)
    this.#open.push({ element: tag.local, owner })
  }

  #enterRoot({ local, uri, attributes }: SaxesTagNS): void {
    if (local !== 'svg' || uri !== svgNamespace) throw new Error('The root is not an SVG')
    this.size = readSize(attributes)
  }

  /** A repeated ID would make references ambiguous. */
  #takeId({ local, attributes }: SaxesTagNS): string | undefined {
    const id = attributes.id?.value
    if (id === undefined) return undefined
    requireSafe(id !== '' && !this.#ids.has(id))
    this.#ids.set(id, local)
    return id
  }

  #checkAttribute({ local, uri, prefix, value }: SaxesAttributeNS, owner: string): void {
    requireSafe(prefix !== 'xml' || local !== 'base')
    if (local === 'href' || local === 'src') {
      requireSafe(local === 'href' && value.startsWith('#'))
      this.#references.addReference(owner, value.slice(1))
    }
    if (uri !== '') return
    requireSafe(!/^on/i.test(local) && (plainAttributes.test(local) || !loadingCss.test(value)))
    for (const target of listTargets(value)) this.#references.addReference(owner, target)
  }

  /** A rule may apply to any number of elements, so it may reference gradients alone: they draw nothing themselves. */
  #checkStyles(): void {
    requireSafe(!loadingCss.test(this.#css) && !otherAtRule.test(this.#css))
    requireSafe(listTargets(this.#css).every((id) => /Gradient$/.test(this.#ids.get(id) ?? '')))
  }
}

/** The size of the view box, or the size itself in any unit but percent. It fits the logo into its place. */
function readSize({ viewBox, width, height }: SaxesTagNS['attributes']): LogoSize | undefined {
  const [boxWidth, boxHeight] =
    viewBox?.value
      .trim()
      .split(/[\s,]+/)
      .slice(2) ?? []
  return toSize(boxWidth, boxHeight) ?? toSize(width?.value, height?.value)
}

function toSize(...lengths: (string | undefined)[]): LogoSize | undefined {
  const [width = 0, height = 0] = lengths.map((text = '') => {
    return Number(/^\s*(\d{1,7}(?:\.\d{1,7})?)[a-z]*\s*$/i.exec(text)?.[1])
  })
  return width > 0 && height > 0 ? { width, height } : undefined
}

/** The IDs that CSS references as `url(#id)`. */
function listTargets(css: string): string[] {
  return [...css.matchAll(/url\(\s*["']?#([^"')]*)/gi)].map(([, id = '']) => id.trim())
}

function requireSafe(isSafe: boolean): void {
  if (!isSafe) throw new UnsafeSvg()
}
