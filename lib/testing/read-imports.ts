import { dirname, join, normalize } from 'node:path'

export type SourceFile = Readonly<{ path: string; text: string }>
export type Import = Readonly<{ target: string; typeOnly: boolean }>

/** The imported modules: files as paths from the root, packages by name. */
export function readImports({ path, text }: SourceFile): Import[] {
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^'"]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]/gm,
  )
  const dynamic = text.matchAll(/import\(\s*['"]([^'"]+)['"]\s*\)/g)
  return [
    ...[...statements].map((match) => ({
      typeOnly: match[1] !== undefined,
      target: resolveTarget(path, match[2] ?? match[3] ?? ''),
    })),
    ...[...dynamic].map((match) => ({ typeOnly: false, target: resolveTarget(path, match[1] ?? '') })),
  ]
}

function resolveTarget(path: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : specifier
}
