import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findViolations, type SourceFile } from '#lib/testing/architecture.ts'

const house: SourceFile[] = globSync('{app,components,lib,cli}/**/*.{ts,tsx}')
  .filter((path) => !path.includes('.test.') && !path.startsWith('lib/testing/'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const planted: Record<string, SourceFile> = {
  'lib importing a route': { path: 'lib/users/a.ts', text: "import { x } from '../../app/x.ts'" },
  'lib importing a component': { path: 'lib/users/a.ts', text: "import { x } from '../../components/x.tsx'" },
  'lib importing Next': { path: 'lib/users/a.ts', text: "import { cookies } from 'next/headers'" },
  'the kernel importing a noun': { path: 'lib/crypto.ts', text: "import { x } from '#lib/users/user.ts'" },
  'a noun importing http': { path: 'lib/users/a.ts', text: "import { x } from '#lib/http/document.ts'" },
  'a noun importing cookies over several lines': {
    path: 'lib/users/a.ts',
    text: "import {\n  x,\n} from '#lib/cookies/browser-cookie.ts'",
  },
  'a table written by another noun': { path: 'lib/users/store.ts', text: "db.insertInto('accounts')" },
  'a table swept by another noun': { path: 'lib/users/store.ts', text: "deleteOldest(db, 'accounts', old, 1)" },
  'a file that only re-exports': { path: 'lib/users/a.ts', text: "export { x } from '#lib/users/user.ts'\n" },
  'SQL in a use case': { path: 'lib/users/a.ts', text: "import { sql } from 'kysely'" },
  'a component importing services': { path: 'components/a.tsx', text: "import { services } from '#lib/services.ts'" },
  'a route importing a store': { path: 'app/page.tsx', text: "import { x } from '#lib/users/store.ts'" },
  'a route importing SQL, late': { path: 'app/page.tsx', text: "const x = await import('kysely')" },
  'a second importer of next-auth': { path: 'app/page.tsx', text: "import NextAuth from 'next-auth'" },
  'a reader of the environment': { path: 'lib/users/a.ts', text: 'const port = process.env.PORT' },
  'a folder for everything': { path: 'lib/utils/a.ts', text: '' },
  'an index that hides names': { path: 'lib/users/index.ts', text: '' },
  'a file nobody reads to its end': { path: 'lib/users/a.ts', text: '\n'.repeat(301) },
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
  ['of two folders', ['users', 'accounts']],
  ['of three folders', ['users', 'accounts', 'audit']],
])('a circle %s is caught', (_name, folders) => {
  const files = folders.map((folder, index) => {
    const next = folders[(index + 1) % folders.length]
    return { path: `lib/${folder}/a.ts`, text: `import { x } from '#lib/${next}/b.ts'` }
  })
  expect(findViolations(files)).toEqual([expect.stringContaining('folders import each other')])
})
