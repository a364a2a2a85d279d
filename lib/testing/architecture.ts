import { dirname, join, normalize } from 'node:path'

export type SourceFile = Readonly<{ path: string; text: string }>
type Import = Readonly<{ target: string; typeOnly: boolean }>
type Rule = Readonly<{ name: string; breaks: (from: string, imported: Import) => boolean }>

const kernelNames = ['env', 'clock', 'crypto', 'csv', 'errors', 'fold-text', 'log', 'wait-limit', 'met-trouble']
const kernel = [...kernelNames, 'client-network'].map((name) => `lib/${name}.ts`)
// The cookie format of next-auth can be read without its framework.
const frameworks = /^(next|next-auth(?!\/jwt)|react|react-dom|@base-ui\/react)(\/|$)/
const bannedNames = /(^|\/)(utils?|helpers?|types|services|constants|common|src)(\/|$)|(^|\/)index\.tsx?$/
const longestFile = 300

/** Who may import what: the direction of the house is `app, cli → use case → store → db → kernel`. */
const importRules: readonly Rule[] = [
  {
    name: 'lib survives a change of web framework',
    breaks: (from, { target }) =>
      from.startsWith('lib/') && (/^(app|components|cli)\//.test(target) || frameworks.test(target)),
  },
  {
    name: 'the kernel imports nothing of ours',
    breaks: (from, { target }) => kernel.includes(from) && target.startsWith('lib/'),
  },
  {
    name: 'a store is imported by its own noun alone',
    breaks: (from, { target }) => /^lib\/[^/]+\/(.+-)?store\.ts$/.test(target) && dirname(from) !== dirname(target),
  },
  {
    name: 'SQL stands in stores',
    breaks: (from, { target, typeOnly }) =>
      target.startsWith('kysely') && !typeOnly && !/^lib\/db\/|\/(.+-)?store\.ts$/.test(from),
  },
  {
    name: 'only lib/db knows which engine it is',
    breaks: (from, { target, typeOnly }) => target === 'lib/db/engine.ts' && !typeOnly && !from.startsWith('lib/db/'),
  },
  {
    name: 'components take props: types, schemas and words alone',
    breaks: (from, { target, typeOnly }) =>
      from.startsWith('components/') &&
      (target.startsWith('app/') ||
        (target.startsWith('lib/') && !typeOnly && !/\/(schema|languages)\.ts$/.test(target))),
  },
  {
    name: 'next-auth is imported by one file',
    breaks: (from, { target }) => /^next-auth(\/(?!jwt)|$)/.test(target) && from !== 'app/(portal)/_session/auth.ts',
  },
]

/** Every place that breaks a rule of the house, as `path: rule`. */
export function findViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    [...findImportViolations(file), ...findTextViolations(file)].map((rule) => `${file.path}: ${rule}`),
  )
}

function findImportViolations({ path, text }: SourceFile): string[] {
  const imports = readImports(path, text)
  return importRules.filter((rule) => imports.some((imported) => rule.breaks(path, imported))).map((rule) => rule.name)
}

function findTextViolations({ path, text }: SourceFile): string[] {
  const found: string[] = []
  if (bannedNames.test(path) && path !== 'lib/services.ts') found.push('its name says nothing')
  if (/process\.env\b/.test(text) && path !== 'lib/env.ts') found.push('only lib/env.ts reads process.env')
  if (text.split('\n').length > longestFile) found.push(`it has over ${longestFile} lines`)
  return found
}

/** The modules a file imports: ours as paths from the top of the house, others by their name. */
function readImports(path: string, text: string): Import[] {
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
  if (specifier.startsWith('#lib/')) return `lib/${specifier.slice('#lib/'.length)}`
  return specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : specifier
}
