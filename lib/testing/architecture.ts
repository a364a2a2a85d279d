import { findActionViolations, findClientViolations } from '#lib/testing/reached-imports.ts'
import { type Import, readImports, type SourceFile } from '#lib/testing/read-imports.ts'

type Rule = Readonly<{ name: string; breaks: (from: string, imported: Import) => boolean }>

/**
 * The tiers of `lib`: a folder imports from its own and from those before it. `domain` holds areas of nouns, `server`
 * what runs and keeps a server, `web` what knows HTTP.
 */
const tiers = ['kernel', 'foundation', 'domain', 'server', 'web'] as const
/** A file of the kernel; a file or a noun of the foundation; a noun of an area; a folder of the server or the web. */
const places = /^lib\/(?:kernel\/[^/]+|foundation\/[^/]+|domain\/[^/]+\/[^/]+(?=\/)|(?:server|web)\/[^/]+(?=\/))/
const tierOf = (path: string) => tiers.findIndex((tier) => path.startsWith(`lib/${tier}/`))
/** Tables that another folder than their namesake writes. */
const tableFolders: Readonly<Record<string, string>> = {
  account_group_members: 'account-groups',
  account_group_rules: 'account-groups',
  account_shortcuts: 'accounts',
  activity_views: 'activity',
  audit_events: 'audit',
  known_browsers: 'portal-sessions',
  journal_checkpoints: 'journal',
  journal_entries: 'journal',
  journal_keys: 'journal',
  key_secrets: 'api-keys',
  hand_overs: 'api-keys',
  key_calls: 'api-keys',
  key_excess_hours: 'api-keys',
  idempotency_keys: 'idempotency',
  leases: 'maintenance',
  pending_sign_ins: 'portal-sessions',
  provider_identities: 'sign-in-providers',
  provider_tests: 'sign-in-providers',
  refresh_families: 'refresh-tokens',
  refusals: 'refusals',
  refused_sign_ins: 'portal-sessions',
  scim_group_members: 'scim',
  scim_groups: 'scim',
  scim_users: 'scim',
  settings: 'server-keys',
  sign_in_failures: 'portal-sessions',
  signing_keys: 'access-tokens',
  mapped_account_groups: 'users',
  user_account_groups: 'users',
  user_accounts: 'users',
  unsealed_events: 'journal',
  account_usage: 'usage',
  key_usage: 'usage',
  usage_hours: 'usage',
  used_challenges: 'passkeys',
  used_logout_tokens: 'sign-in-providers',
  used_proofs: 'dpop',
  webhook_deliveries: 'webhooks',
}
// The cookie format of next-auth can be read without its framework.
const frameworks = /^(next|next-auth(?!\/jwt)|react|react-dom|@base-ui\/react)(\/|$)/
const bannedNames = /(^|\/)(utils?|helpers?|types|services|constants|common|src)(\/|$)|(^|\/)index\.tsx?$/
const longestFile = 300
/** The formatter leaves comments as they are. */
const widestComment = 120

/** Who may import what: the direction of the house is `app, cli → use case → store → db → kernel`. */
const importRules: readonly Rule[] = [
  {
    name: 'lib survives a change of web framework',
    breaks: (from, { target }) =>
      from.startsWith('lib/') && (/^(app|components|cli)\//.test(target) || frameworks.test(target)),
  },
  {
    name: 'a tier imports none above it',
    breaks: (from, { target }) => tierOf(from) >= 0 && tierOf(from) < tierOf(target),
  },
  {
    name: 'routes, commands and endpoints call use cases, never stores',
    breaks: (from, { target }) =>
      /^(app|cli|components|lib\/web)\//.test(from) && /^lib\/.*\b(.+-)?store\.ts$/.test(target),
  },
  {
    name: 'SQL stands in stores',
    breaks: (from, { target, typeOnly }) =>
      target.startsWith('kysely') && !typeOnly && !/^lib\/foundation\/db\/|\/(.+-)?store\.ts$/.test(from),
  },
  {
    name: 'only lib/foundation/db knows which engine it is',
    breaks: (from, { target, typeOnly }) =>
      target === 'lib/foundation/db/engine.ts' && !typeOnly && !from.startsWith('lib/foundation/db/'),
  },
  {
    name: 'components take props: only types, schemas, limits and words',
    breaks: (from, { target, typeOnly }) =>
      from.startsWith('components/') &&
      (target.startsWith('app/') ||
        (target.startsWith('lib/') && !typeOnly && !/\/(schema|field-lengths|languages)\.ts$/.test(target))),
  },
  {
    name: 'next-auth is imported by one file',
    breaks: (from, { target }) => /^next-auth(\/(?!jwt)|$)/.test(target) && from !== 'app/(portal)/_session/auth.ts',
  },
]

/** Every violation, as `path: rule`. */
export function findViolations(files: readonly SourceFile[]): string[] {
  const inFiles = files.flatMap((file) =>
    [...findImportViolations(file), ...findTextViolations(file)].map((rule) => `${file.path}: ${rule}`),
  )
  const circles = findCircles(files).map((folders) => `${folders.join(' -> ')}: folders import each other`)
  return [...inFiles, ...circles, ...findClientViolations(files), ...findActionViolations(files)]
}

/** The unit of the circle check: a place in `lib`, a folder of pages, or a top-level folder. */
function toFolder(path: string): string {
  const found = places.exec(path) ?? /^app\/(\(portal\)\/)?[^/]+(?=\/)/.exec(path)
  return found?.[0] ?? path.split('/', 1)[0] ?? path
}

/** Each import circle of folders once, as a path that ends where it starts. */
function findCircles(files: readonly SourceFile[]): string[][] {
  const imported = new Map<string, Set<string>>()
  for (const file of files) {
    const folder = toFolder(file.path)
    const targets = imported.get(folder) ?? new Set()
    for (const { target } of readImports(file)) {
      if (/^(app|cli|components|lib)\//.test(target) && toFolder(target) !== folder) targets.add(toFolder(target))
    }
    imported.set(folder, targets)
  }
  const circles: string[][] = []
  const finished = new Set<string>()
  const visit = (folder: string, trail: readonly string[]) => {
    const start = trail.indexOf(folder)
    if (start >= 0) circles.push([...trail.slice(start), folder])
    if (start >= 0 || finished.has(folder)) return
    for (const target of imported.get(folder) ?? []) visit(target, [...trail, folder])
    finished.add(folder)
  }
  for (const folder of imported.keys()) visit(folder, [])
  return circles
}

function findImportViolations(file: SourceFile): string[] {
  const imports = readImports(file)
  return importRules
    .filter((rule) => imports.some((imported) => rule.breaks(file.path, imported)))
    .map((rule) => rule.name)
}

function findTextViolations({ path, text }: SourceFile): string[] {
  const found: string[] = []
  if (path.startsWith('lib/') && !places.test(path)) found.push('it stands in no tier')
  if (bannedNames.test(path) && path !== 'lib/foundation/services.ts') found.push('its name says nothing')
  if (/process\.env\b/.test(text) && path !== 'lib/kernel/env.ts')
    found.push('only lib/kernel/env.ts reads process.env')
  if (onlyReExports(text)) found.push('it only re-exports')
  if (writesForeignTable(path, text)) found.push('a table is written by its own noun alone')
  if (text.split('\n').length > longestFile) found.push(`it has over ${longestFile} lines`)
  if (text.split('\n').some(isWideComment)) found.push(`a comment has over ${widestComment} columns`)
  return found
}

/** URLs stay in one piece. */
function isWideComment(line: string): boolean {
  return line.length > widestComment && /^\s*(\/?\*|\/\/)(?!.*:\/\/)/.test(line)
}

function onlyReExports(text: string): boolean {
  const own = text.replaceAll(/^(import|export)\b[^;]*?\bfrom\s+'[^']+'$|\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  return /^export\b[^;]*?\bfrom\b/m.test(text) && own.trim() === ''
}

function writesForeignTable(path: string, text: string): boolean {
  if (!path.startsWith('lib/') || path.startsWith('lib/foundation/db/')) return false
  const tables = [
    ...text.matchAll(/\b(?:insertInto|updateTable|deleteFrom|deleteOldest|deleteFound)\((?:db, |\s*)'([a-z_]+)/g),
  ].map((match) => match[1] ?? '')
  const noun = toFolder(path).split('/').at(-1)
  return tables.some((table) => noun !== (tableFolders[table] ?? table.replaceAll('_', '-')))
}
