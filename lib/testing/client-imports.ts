import { isBuiltin } from 'node:module'
import { readImports, type SourceFile } from '#lib/testing/read-imports.ts'

/**
 * What client code reaches although browsers can't run it, as `path: rule`. A bundler replaces such modules with large
 * polyfills or stubs that throw, so that the page breaks only for users with scripts.
 */
export function findClientViolations(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const importers = new Map<string, string | undefined>()
  const queue = files.filter(({ text }) => startsWith(text, 'use client')).map(({ path }) => path)
  for (const path of queue) importers.set(path, undefined)
  for (const path of queue) {
    const file = byPath.get(path)
    // Client code gets only references to Server Actions.
    if (!file || isServerOnly(path) || startsWith(file.text, 'use server')) continue
    for (const { target, typeOnly } of readImports(file)) {
      if (typeOnly || importers.has(target)) continue
      importers.set(target, path)
      queue.push(target)
    }
  }
  return queue.filter(isServerOnly).map((target) => {
    const [first, ...others] = trace(target, importers)
    return `${first}: client code reaches ${others.join(' -> ')}`
  })
}

function isServerOnly(target: string): boolean {
  return (
    isBuiltin(target) ||
    /^(lib\/kernel\/crypto\.ts$|lib\/foundation\/db\/|(kysely|better-sqlite3|pg)(\/|$))/.test(target)
  )
}

/** The path of imports from the client component to `target`. */
function trace(target: string, importers: ReadonlyMap<string, string | undefined>): string[] {
  const importer = importers.get(target)
  return importer === undefined ? [target] : [...trace(importer, importers), target]
}

/** Whether the file begins with the directive, after any comments. */
function startsWith(text: string, directive: string): boolean {
  return new RegExp(String.raw`^(\s|/\*[\s\S]*?\*/|//.*)*['"]${directive}['"]`).test(text)
}
