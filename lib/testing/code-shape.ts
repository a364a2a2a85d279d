import { type ArrowFunctionExpression, type Function as FunctionNode, type Node, parseSync, Visitor } from 'oxc-parser'
import type { SourceFile } from '#lib/testing/read-imports.ts'

/** The house's usual use case takes services, actor and input. */
const maxParameters = 3
const maxFunctionLines = 60
const spreadRule = 'a literal is spread into another'

type AnyFunction = ArrowFunctionExpression | FunctionNode

/** Functions that are hard to call or to read, and literals that only fill lines, as `path:line: rule`. */
export function findShapeViolations(files: readonly SourceFile[]): string[] {
  const found: string[] = []
  let path = ''
  let lineOf = toLineFinder('')
  const add = ({ start }: Node, rule: string) => void found.push(`${path}:${lineOf(start)}: ${rule}`)
  const checkFunction = (node: AnyFunction) => {
    // What a function ignores belongs to the signature of the library that calls it.
    const parameters = node.params.filter((parameter) => !isIgnored(parameter))
    if (parameters.length > maxParameters) add(node, `a function has over ${maxParameters} parameters`)
    const lines = lineOf(node.end) - lineOf(node.start) + 1
    // Markup of a page is read from top to bottom.
    if (lines > maxFunctionLines && !path.endsWith('.tsx')) add(node, `a function has over ${maxFunctionLines} lines`)
  }
  // One for all files: making it takes longer than most visits.
  const visitor = new Visitor({
    FunctionDeclaration: checkFunction,
    FunctionExpression: checkFunction,
    ArrowFunctionExpression: checkFunction,
    SpreadElement: (node) => {
      if (isLiteral(node.argument)) add(node, spreadRule)
    },
  })
  for (const file of files) {
    path = file.path
    lineOf = toLineFinder(file.text)
    visitor.visit(parseSync(path, file.text, { preserveParens: false }).program)
  }
  return found
}

/** For tests, whose functions may be long. Most of them need no parse. */
export function findSpreadViolations(files: readonly SourceFile[]): string[] {
  const suspects = files.filter(({ text }) => /\.\.\.\s*\(?\s*[[{]/.test(text))
  return findShapeViolations(suspects).filter((violation) => violation.endsWith(spreadRule))
}

/** Names that several files export for functions, as `name: paths`. */
export function findRepeatedNames(files: readonly SourceFile[]): string[] {
  const paths = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    const names = text.matchAll(
      /^export (?:async )?function\*? (\w+)|^export const (\w+) = (?:async )?(?:\(|function\b)/gm,
    )
    for (const [, declared = '', assigned = ''] of names) {
      const name = declared || assigned
      paths.set(name, (paths.get(name) ?? new Set()).add(path))
    }
  }
  return [...paths].filter(([, of]) => of.size > 1).map(([name, of]) => `${name}: ${[...of].join(', ')}`)
}

function isIgnored(parameter: Node): boolean {
  return parameter.type === 'Identifier' && (parameter.name === 'this' || parameter.name.startsWith('_'))
}

/** `{ … }` or `[ … ]`, also with `as const` or a type behind it. */
function isLiteral(node: Node): boolean {
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') {
    return isLiteral(node.expression)
  }
  return node.type === 'ObjectExpression' || node.type === 'ArrayExpression'
}

function toLineFinder(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (offset) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
