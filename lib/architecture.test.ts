import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findViolations } from '#lib/testing/architecture.ts'
import { findActionViolations, findClientViolations } from '#lib/testing/reached-imports.ts'
import type { SourceFile } from '#lib/testing/read-imports.ts'

const house: SourceFile[] = globSync('{app,components,lib,cli}/**/*.{ts,tsx}')
  .filter((path) => !path.includes('.test.') && !path.startsWith('lib/testing/'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const planted: Record<string, SourceFile> = {
  'lib importing a route': { path: 'lib/domain/people/users/a.ts', text: "import { x } from '../../../../app/x.ts'" },
  'lib importing a component': {
    path: 'lib/domain/people/users/a.ts',
    text: "import { x } from '../../../../components/x.tsx'",
  },
  'lib importing Next': { path: 'lib/domain/people/users/a.ts', text: "import { cookies } from 'next/headers'" },
  'the kernel importing a noun': {
    path: 'lib/kernel/crypto.ts',
    text: "import { x } from '#lib/domain/people/users/user.ts'",
  },
  'the foundation importing a noun': {
    path: 'lib/foundation/audit/a.ts',
    text: "import { x } from '#lib/domain/people/users/user.ts'",
  },
  'a noun importing what keeps the server': {
    path: 'lib/domain/people/users/a.ts',
    text: "import { x } from '#lib/server/backup/write-backup.ts'",
  },
  'the server importing http': {
    path: 'lib/server/mail-delivery/a.ts',
    text: "import { x } from '#lib/web/http/document.ts'",
  },
  'a file in no tier': { path: 'lib/users/a.ts', text: '' },
  'a noun in no area': { path: 'lib/domain/users.ts', text: '' },
  'a noun importing http': {
    path: 'lib/domain/people/users/a.ts',
    text: "import { x } from '#lib/web/http/document.ts'",
  },
  'a noun importing cookies over several lines': {
    path: 'lib/domain/people/users/a.ts',
    text: "import {\n  x,\n} from '#lib/web/cookies/browser-cookie.ts'",
  },
  'a table written by another noun': { path: 'lib/domain/people/users/store.ts', text: "db.insertInto('accounts')" },
  'a table swept by another noun': {
    path: 'lib/domain/people/users/store.ts',
    text: "deleteOldest(db, 'accounts', old, 1)",
  },
  'a file that only re-exports': {
    path: 'lib/domain/people/users/a.ts',
    text: "export { x } from '#lib/domain/people/users/user.ts'\n",
  },
  'SQL in a use case': { path: 'lib/domain/people/users/a.ts', text: "import { sql } from 'kysely'" },
  'a component importing services': {
    path: 'components/a.tsx',
    text: "import { services } from '#lib/foundation/services.ts'",
  },
  'a route importing a store': { path: 'app/page.tsx', text: "import { x } from '#lib/domain/people/users/store.ts'" },
  'a route importing SQL, late': { path: 'app/page.tsx', text: "const x = await import('kysely')" },
  'a second importer of next-auth': { path: 'app/page.tsx', text: "import NextAuth from 'next-auth'" },
  'a reader of the environment': { path: 'lib/domain/people/users/a.ts', text: 'const port = process.env.PORT' },
  'a folder for everything': { path: 'lib/domain/people/utils/a.ts', text: '' },
  'an index that hides names': { path: 'lib/domain/people/users/index.ts', text: '' },
  'a comment that the formatter left wide': {
    path: 'lib/domain/people/users/a.ts',
    text: `  // ${'word '.repeat(24)}`,
  },
  'a file nobody reads to its end': { path: 'lib/domain/people/users/a.ts', text: '\n'.repeat(301) },
}

describe('the source tree', () => {
  it('is not empty', () => {
    expect(house.length).toBeGreaterThan(50)
  })

  it('follows the rules for imports, names and sizes', () => {
    expect(findViolations(house)).toEqual([])
  })
})

describe('a planted violation is caught', () => {
  it.each(Object.entries(planted))('%s', (_name, file) => {
    expect(findViolations([file])).toHaveLength(1)
  })
})

it.each([
  ['of two folders', ['lib/domain/people/users', 'lib/domain/accounts/accounts']],
  ['of three folders', ['lib/domain/people/users', 'lib/domain/accounts/accounts', 'lib/domain/keys/api-keys']],
  ['of two pages', ['app/(portal)/activity', 'app/(portal)/manage']],
  ['of a page and what pages share', ['app/(portal)/_forms', 'app/(portal)/manage']],
  ['of pages outside the portal', ['app/sign-in', 'app/set-up']],
])('a circle %s is caught', (_name, folders) => {
  const files = folders.map((folder, index) => {
    const next = folders[(index + 1) % folders.length]
    return { path: `${folder}/a.ts`, text: `import { x } from '#${next}/b.ts'` }
  })
  expect(findViolations(files)).toEqual([expect.stringContaining('folders import each other')])
})

describe('client code that browsers cannot run is caught', () => {
  const client = (target: string) => ({
    path: 'app/a.tsx',
    text: `// Remembers the choice.\n'use client'\n\nimport { x } from '${target}'`,
  })
  const shared = (text: string) => ({ path: 'lib/domain/people/users/b.ts', text })

  it.each(['node:crypto', 'fs/promises', 'kysely', 'pg', 'better-sqlite3', 'kysely/helpers/sqlite'])(
    'a client component importing %s',
    (target) => {
      expect(findClientViolations([client(target)])).toEqual([`app/a.tsx: client code reaches ${target}`])
    },
  )

  it.each([
    ['the kernel of cryptography', 'lib/kernel/crypto.ts'],
    ['the database', 'lib/foundation/db/database.ts'],
  ])('a client component importing %s, once', (_name, path) => {
    const server = { path, text: "import { hash } from 'node:crypto'" }
    expect(findViolations([client(`#${path}`), server])).toEqual([`app/a.tsx: client code reaches ${path}`])
  })

  it.each([
    ['an import', "import { x } from '#lib/kernel/crypto.ts'"],
    ['an export', "export { x } from '#lib/kernel/crypto.ts'\nexport const y = 1"],
    ['a late import', "export const x = () => import('#lib/kernel/crypto.ts')"],
  ])('through %s of a module between them', (_name, text) => {
    const between = { path: 'app/c.tsx', text: "import { x } from '#lib/domain/people/users/b.ts'" }
    expect(findClientViolations([client('./c.tsx'), between, shared(text)])).toEqual([
      'app/a.tsx: client code reaches app/c.tsx -> lib/domain/people/users/b.ts -> lib/kernel/crypto.ts',
    ])
  })

  it('but not types, Server Actions and server components', () => {
    const action = { path: 'app/c.ts', text: "'use server'\n\nimport { x } from '#lib/kernel/crypto.ts'" }
    const page = {
      path: 'app/page.tsx',
      text: "import { x } from '#lib/kernel/crypto.ts'\nimport { y } from './a.tsx'",
    }
    const typed = shared("import type { X } from '#lib/kernel/crypto.ts'")
    expect(findClientViolations([client('./c.ts'), action, page])).toEqual([])
    expect(findClientViolations([client('#lib/domain/people/users/b.ts'), typed])).toEqual([])
  })
})

it('a Server Action that reaches a component is caught, and one that names its type is not', () => {
  const action = (line: string) => ({ path: 'app/actions.ts', text: `'use server'\n\n${line}` })
  const between = { path: 'app/b.ts', text: "import { Menu } from './menu.tsx'" }
  expect(findActionViolations([action("import { b } from './b.ts'"), between])).toEqual([
    'app/actions.ts: a Server Action reaches app/b.ts -> app/menu.tsx',
  ])
  expect(findActionViolations([action("import type { Menu } from './menu.tsx'")])).toEqual([])
})
