import { isBuiltin } from 'node:module'
import { readImports, type SourceFile } from '#lib/testing/read-imports.ts'

/**
 * What client code reaches although browsers can't run it, as `path: rule`. A bundler replaces such modules with large
 * polyfills or stubs that throw, so that the page breaks only for users with scripts.
 */
export function findClientViolations(files: readonly SourceFile[]): string[] {
  // Client code gets only references to Server Actions.
  const isEnd = ({ path, text }: SourceFile) => isServerOnly(path) || startsWith(text, 'use server')
  return findReached(files, 'use client', isServerOnly, isEnd).map(
    ([first, ...others]) => `${first}: client code reaches ${others.join(' -> ')}`,
  )
}

/** The components that Server Actions reach, as `path: rule`. Each page that names an action would get their styles. */
export function findActionViolations(files: readonly SourceFile[]): string[] {
  const isComponent = (path: string) => /\.(tsx|css)$/.test(path)
  return findReached(files, 'use server', isComponent, ({ path }) => isComponent(path)).map(
    ([first, ...others]) => `${first}: a Server Action reaches ${others.join(' -> ')}`,
  )
}

/** @returns for each module that files with the directive reach and must not, the imports on the way to it */
function findReached(
  files: readonly SourceFile[],
  directive: string,
  isForbidden: (path: string) => boolean,
  isEnd: (file: SourceFile) => boolean,
): string[][] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const importers = new Map<string, string | undefined>()
  const queue = files.filter(({ text }) => startsWith(text, directive)).map(({ path }) => path)
  for (const path of queue) importers.set(path, undefined)
  for (const path of queue) {
    const file = byPath.get(path)
    if (!file || isEnd(file)) continue
    for (const { target, typeOnly } of readImports(file)) {
      if (typeOnly || importers.has(target)) continue
      importers.set(target, path)
      queue.push(target)
    }
  }
  return queue.filter(isForbidden).map((target) => trace(target, importers))
}

function isServerOnly(target: string): boolean {
  return (
    isBuiltin(target) ||
    /^(lib\/kernel\/crypto\.ts$|lib\/foundation\/db\/|(kysely|better-sqlite3|pg)(\/|$))/.test(target)
  )
}

/** The path of imports from the file with the directive to `target`. */
function trace(target: string, importers: ReadonlyMap<string, string | undefined>): string[] {
  const importer = importers.get(target)
  return importer === undefined ? [target] : [...trace(importer, importers), target]
}

/** Whether the file begins with the directive, after any comments. */
function startsWith(text: string, directive: string): boolean {
  return new RegExp(String.raw`^(\s|/\*[\s\S]*?\*/|//.*)*['"]${directive}['"]`).test(text)
}
