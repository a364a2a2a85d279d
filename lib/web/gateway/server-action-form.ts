/**
 * Accepts the requests by which our own pages call Server Actions. React would also decode references, promises,
 * streams, maps and functions, and responds with 500 to anything it can't decode.
 */

/** Field names in the body of a `Next-Action` request. */
const rootField = '0'
const formArgument = '$K1'
const formFieldPrefix = '_1_'

/** Deeper than any of our form states. React decodes recursively. */
const maxDepth = 12

/** Whether a script calls an action: with the previous state, if the action takes it, and then the form. */
export function isFetchAction(form: FormData, actionId: string): boolean {
  const args = readPlainArray(readSingle(form, rootField), isFormArgument)
  const names = [...form.keys()]
  return (
    args?.length === countArguments(actionId) &&
    args.at(-1) === formArgument &&
    names.every((name) => name === rootField || name.startsWith(formFieldPrefix))
  )
}

/** Whether a script calls an action without arguments. */
export function isFetchActionWithoutForm(body: string, actionId: string): boolean {
  return body === '[]' && countArguments(actionId) === 0
}

/**
 * Whether the form calls each action by its ID, or by a reference to ID and previous state, if it calls any. React
 * numbers the references of a page.
 */
export function isPlainFormAction(form: FormData): boolean {
  const names = [...form.keys()].filter((name) => /^\$ACTION_(?!KEY$)/.test(name))
  return names.every((name) => {
    const [, id] = /^\$ACTION_ID_(.*)$/s.exec(name) ?? []
    if (id !== undefined) return countArguments(id) <= 1
    const [, reference] = /^\$ACTION_REF_(\d{1,4})$/.exec(name) ?? []
    if (reference !== undefined) return isBoundAction(form, `$ACTION_${reference}`)
    return /^\$ACTION_\d{1,4}:[01]$/.test(name)
  })
}

function isBoundAction(form: FormData, reference: string): boolean {
  const called = readJson(readSingle(form, `${reference}:0`))
  if (typeof called !== 'object' || called === null) return false
  const { id, bound, ...rest }: { id?: unknown; bound?: unknown } = called
  if (typeof id !== 'string' || bound !== '$@1' || Object.keys(rest).length > 0) return false
  const args = readPlainArray(readSingle(form, `${reference}:1`), () => false)
  return args !== undefined && args.length + 1 === countArguments(id)
}

/**
 * How many arguments Next's client sends for an action. The first byte of the ID has a bit for each of the first six
 * arguments that the action reads; our actions read the form last.
 */
function countArguments(actionId: string): number {
  const bits = (Number.parseInt(actionId.slice(0, 2), 16) >> 1) & 0b111111
  return bits === 0 ? 0 : 6 - Math.log2(bits & -bits)
}

function isFormArgument(value: unknown): boolean {
  return value === formArgument
}

/** The text of a field that occurs exactly once. */
function readSingle(form: FormData, name: string): string | undefined {
  const [value, ...others] = form.getAll(name)
  return typeof value === 'string' && others.length === 0 ? value : undefined
}

function readPlainArray(text: string | undefined, isAlsoPlain: (value: unknown) => boolean): unknown[] | undefined {
  const value = readJson(text)
  return Array.isArray(value) && value.every((each) => isAlsoPlain(each) || isPlain(each)) ? value : undefined
}

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Whether React decodes a value to itself: text that begins with `$` is a reference, with two exceptions. */
function isPlain(value: unknown, depth = maxDepth): boolean {
  if (typeof value === 'string') return !value.startsWith('$') || value.startsWith('$$') || value === '$undefined'
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((each) => isPlain(each, depth - 1))
}
