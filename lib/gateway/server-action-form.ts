/**
 * The requests by which our own pages call Server Actions, told apart from everything else that React would decode:
 * references, promises, streams, maps and functions. React and Next answer what they can't decode with 500.
 */

/** The arguments of a `Next-Action` request, and the prefix of the fields of its form. */
const rootField = '0'
const formArgument = '$K1'
const formFieldPrefix = '_1_'

/** Deeper than any state of our forms. React decodes recursively. */
const maxDepth = 12

/** Whether this is a call by script: the former state, if the action takes it, and then the form. */
export function isFetchAction(form: FormData, actionId: string): boolean {
  const args = readPlainArray(readOnly(form, rootField), isFormArgument)
  const names = [...form.keys()]
  return (
    args?.length === countArguments(actionId) &&
    args.at(-1) === formArgument &&
    names.every((name) => name === rootField || name.startsWith(formFieldPrefix))
  )
}

/** Whether this is a call by script of an action that reads no argument. */
export function isFetchActionWithoutForm(body: string, actionId: string): boolean {
  return body === '[]' && countArguments(actionId) === 0
}

/**
 * Whether every Server Action that this form names is called as a form without scripts does it: by the action's ID, or
 * by a reference to the ID and the former state. A form that names none is not refused here.
 */
export function isPlainFormAction(form: FormData): boolean {
  const names = [...form.keys()].filter((name) => /^\$ACTION_(?!KEY$)/.test(name))
  return names.every((name) => {
    const [, id] = /^\$ACTION_ID_(.*)$/s.exec(name) ?? []
    if (id !== undefined) return countArguments(id) <= 1
    const [, reference] = /^\$ACTION_REF_(\d)$/.exec(name) ?? []
    if (reference !== undefined) return isBoundAction(form, `$ACTION_${reference}`)
    return /^\$ACTION_\d:[01]$/.test(name)
  })
}

function isBoundAction(form: FormData, reference: string): boolean {
  const called = readJson(readOnly(form, `${reference}:0`))
  if (typeof called !== 'object' || called === null) return false
  const { id, bound, ...rest }: { id?: unknown; bound?: unknown } = called
  if (typeof id !== 'string' || bound !== '$@1' || Object.keys(rest).length > 0) return false
  const args = readPlainArray(readOnly(form, `${reference}:1`), () => false)
  return args !== undefined && args.length + 1 === countArguments(id)
}

/**
 * How many arguments the client of Next sends for this action. The first byte of its ID has a bit for each of the first
 * six arguments that the action reads; ours read the form last.
 */
function countArguments(actionId: string): number {
  const bits = (Number.parseInt(actionId.slice(0, 2), 16) >> 1) & 0b111111
  return bits === 0 ? 0 : 6 - Math.log2(bits & -bits)
}

function isFormArgument(value: unknown): boolean {
  return value === formArgument
}

/** The text of a field that was sent exactly once. */
function readOnly(form: FormData, name: string): string | undefined {
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

/** Whether React decodes this to itself: text that begins with `$` is a reference, except for these two. */
function isPlain(value: unknown, depth = maxDepth): boolean {
  if (typeof value === 'string') return !value.startsWith('$') || value.startsWith('$$') || value === '$undefined'
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((each) => isPlain(each, depth - 1))
}
