import { toAttributeName } from '#lib/domain/people/scim/attributes.ts'
import { scimRefusal } from '#lib/domain/people/scim/scim-refusal.ts'

export const maxFilterLength = 1_000
const maxDepth = 5
const maxComparisons = 20

/** The value of a comparison. */
export type FilterValue = string | boolean | number | null

/** `attribute` in lower case; `emails[value eq "a"]` is the attribute `emails.value`. */
export type Comparison = Readonly<{ kind: 'eq'; attribute: string; value: FilterValue }>

export type Filter =
  | Comparison
  | Readonly<{ kind: 'not'; filter: Filter }>
  | Readonly<{ kind: 'and'; filters: readonly Filter[] }>
  | Readonly<{ kind: 'or'; filters: readonly Filter[] }>

/** Every token is matched at one place, without backtracking: the time is linear. */
const tokenForm = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y

/**
 * Parses a filter (RFC 7644 §3.4.2.2) of comparisons with `eq`, `and`, `or`, `not` and value filters. Bounded in
 * length, depth and comparisons before anything is evaluated.
 * @throws Refusal `invalidFilter`
 */
export function parseFilter(text: string): Filter {
  if (text.length > maxFilterLength) throw invalidFilter(`Use at most ${maxFilterLength} characters.`)
  const parser = new FilterParser(tokenize(text))
  const filter = parser.readOr('', 0)
  if (parser.next() !== undefined) throw invalidFilter('The filter goes on after its end.')
  return filter
}

export function invalidFilter(description: string): Error {
  return scimRefusal('invalidFilter', description)
}

function tokenize(text: string): readonly string[] {
  const tokens: string[] = []
  const form = new RegExp(tokenForm)
  while (form.lastIndex < text.trimEnd().length) {
    const match = form.exec(text)
    if (!match) throw invalidFilter('The filter is malformed.')
    tokens.push(match[1] ?? match[2] ?? match[3] ?? '')
  }
  return tokens
}

class FilterParser {
  readonly #tokens: readonly string[]
  #at = 0
  #comparisons = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  next(): string | undefined {
    return this.#tokens[this.#at++]
  }

  /** @param prefix the attribute of the value filter that this is in, with a dot */
  readOr(prefix: string, depth: number): Filter {
    return this.#readList('or', () => this.#readList('and', () => this.#readTerm(prefix, depth)))
  }

  #readList(kind: 'and' | 'or', read: () => Filter): Filter {
    const first = read()
    const filters = [first]
    while (this.#skip(kind)) filters.push(read())
    return filters.length === 1 ? first : { kind, filters }
  }

  #readTerm(prefix: string, depth: number): Filter {
    if (depth > maxDepth) throw invalidFilter(`Use at most ${maxDepth} levels of parentheses.`)
    const token = this.next()
    if (token?.toLowerCase() === 'not' && this.#skip('('))
      return { kind: 'not', filter: this.#readGroup(prefix, depth) }
    if (token === '(') return this.#readGroup(prefix, depth)
    if (token === undefined || !/^[a-z$][\w$.:-]*$/i.test(token)) throw invalidFilter('An attribute is expected.')
    const attribute = prefix + toAttributeName(token)
    if (prefix === '' && this.#skip('[')) return this.#readValueFilter(attribute, depth)
    return this.#readComparison(attribute)
  }

  /** `emails[type eq "work"]`, or with a comparison of a part: `emails[type eq "work"].value eq "a"`. */
  #readValueFilter(attribute: string, depth: number): Filter {
    const filter = this.#readGroup(`${attribute}.`, depth, ']')
    const part = this.#tokens[this.#at]
    if (part === undefined || !/^\.[a-z$][\w$-]*$/i.test(part)) return filter
    this.#at += 1
    return { kind: 'and', filters: [filter, this.#readComparison(attribute + part.toLowerCase())] }
  }

  #readGroup(prefix: string, depth: number, end = ')'): Filter {
    const filter = this.readOr(prefix, depth + 1)
    if (!this.#skip(end)) throw invalidFilter('A bracket is not closed.')
    return filter
  }

  #readComparison(attribute: string): Comparison {
    this.#comparisons += 1
    if (this.#comparisons > maxComparisons) throw invalidFilter(`Use at most ${maxComparisons} comparisons.`)
    if (this.next()?.toLowerCase() !== 'eq') throw invalidFilter('The only supported operator is eq.')
    return { kind: 'eq', attribute, value: readValue(this.next()) }
  }

  #skip(token: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== token) return false
    this.#at += 1
    return true
  }
}

/** A JSON value; Microsoft Entra ID spells booleans `True` and `False`. */
function readValue(token: string | undefined): FilterValue {
  if (token !== undefined && /^(true|false|null)$/i.test(token)) return JSON.parse(token.toLowerCase())
  try {
    const value: unknown = JSON.parse(token ?? '')
    if (typeof value === 'string' || typeof value === 'number') return value
  } catch {
    // Not JSON: refused below.
  }
  throw invalidFilter('A value in double quotes is expected.')
}

/** Whether an object matches, by its attributes in lower case. Texts ignore case, and so do booleans as text. */
export function matchesFilter(filter: Filter, readValueOf: (attribute: string) => FilterValue | undefined): boolean {
  if (filter.kind === 'not') return !matchesFilter(filter.filter, readValueOf)
  if (filter.kind === 'and') return filter.filters.every((part) => matchesFilter(part, readValueOf))
  if (filter.kind === 'or') return filter.filters.some((part) => matchesFilter(part, readValueOf))
  const value = readValueOf(filter.attribute)
  const fold = (part: FilterValue | undefined) => (typeof part === 'number' ? part : String(part).toLowerCase())
  return value !== undefined && fold(value) === fold(filter.value)
}
