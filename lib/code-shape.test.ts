import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findRepeatedNames, findShapeViolations, findSpreadViolations } from '#lib/testing/code-shape.ts'
import type { SourceFile } from '#lib/testing/read-imports.ts'

/** Files that still break a rule. */
const pending: readonly string[] = [
  'app/(portal)/_bulk/run-bulk.ts',
  'app/(portal)/_forms/run-form.ts',
  'app/(portal)/activity/page.tsx',
  'app/(portal)/users-and-access/_components/generate-key-dialog.tsx',
  'app/(portal)/users-and-access/_components/use-key-pair.ts',
  'cli/key-secret-commands.ts',
  'cli/provider-commands.ts',
  'components/connection/guard-fetch.ts',
  'e2e/fixtures.ts',
  'lib/domain/links/launch/launch-account.ts',
  'lib/domain/links/sso-grants/issue-sso-grant.ts',
  'lib/domain/links/sso-grants/redeem-sso-grant.ts',
  'lib/domain/tokens/client-authentication/rate-limited.ts',
  'lib/domain/tokens/dpop/prove-request.ts',
  'lib/domain/tokens/refresh-tokens/issue-refresh-token-family.ts',
  'lib/domain/tokens/refresh-tokens/refresh-token.ts',
  'lib/domain/tokens/refresh-tokens/revoke-family.ts',
  'lib/domain/tokens/refresh-tokens/revoke-token.ts',
  'lib/domain/tokens/refresh-tokens/rotate-refresh-token.ts',
  'lib/server/mail-delivery/deliver-mail.ts',
  'lib/server/mail-delivery/encode-mail.ts',
  'lib/server/mail-delivery/nodemailer.test.ts',
  'lib/server/mail-delivery/send-message.test.ts',
  'lib/server/mail-delivery/send-test-mail.test.ts',
  'lib/server/mail-delivery/smtp-connection.ts',
  'lib/server/mail-delivery/write-mail.ts',
  'lib/web/management-api/in-process.test.ts',
  'lib/web/management-api/in-process.ts',
]
const pendingNames: readonly string[] = ['addUsage', 'readPublicKey', 'readSettings', 'readGroup', 'readTarget']

const isTest = (path: string) => /\.(test|spec)\.tsx?$|^(e2e|quality|lib\/testing)\//.test(path)

const files: readonly SourceFile[] = globSync('{app,components,lib,cli,e2e,quality,scripts}/**/*.{ts,tsx}')
  .concat('server.ts')
  .filter((path) => !path.includes('node_modules'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const house = files.filter(({ path }) => !isTest(path))
const isSettled = ({ path }: SourceFile) => !pending.includes(path)

describe('the source tree', () => {
  it('has functions of few parameters and few lines, and plain literals', () => {
    expect(house.length).toBeGreaterThan(1_000)
    expect(findShapeViolations(house.filter(isSettled))).toEqual([])
  })

  it('has plain literals in tests, too', () => {
    expect(findSpreadViolations(files.filter((file) => isTest(file.path) && isSettled(file)))).toEqual([])
  })

  it('exports each name of a function once', () => {
    // Every migration has an `up`.
    const named = house.filter(({ path }) => !path.startsWith('lib/foundation/db/migrations/'))
    const found = findRepeatedNames(named).map((repeated) => repeated.split(':', 1)[0] ?? '')
    expect(found.filter((name) => !pendingNames.includes(name))).toEqual([])
  })
})

const statements = (count: number) => '\n  work()'.repeat(count)

describe('a planted violation is caught', () => {
  it.each([
    ['four parameters', 'function work(a: A, b: B, c: C, d?: D) {}', 'a function has over 3 parameters'],
    [
      'four parameters of a method',
      'class A { work(a: A, b: B, { c }: C, ...d: D) {} }',
      'a function has over 3 parameters',
    ],
    [
      'four parameters with defaults',
      'const work = (a = 1, b = 2, c = 3, d = 4) => a',
      'a function has over 3 parameters',
    ],
    ['61 lines', `function work() {${statements(59)}\n}`, 'a function has over 60 lines'],
    ['61 lines of a callback', `run(async () => {${statements(59)}\n})`, 'a function has over 60 lines'],
    ['an object in an object', 'const a = { ...{ b, c }, d }', 'a literal is spread into another'],
    ['a list in a list', "const a = [...(['b'] as const), 'c']", 'a literal is spread into another'],
    ['a list in a call', 'work(...[a, b])', 'a literal is spread into another'],
  ])('%s', (_name, text, rule) => {
    expect(findShapeViolations([{ path: 'lib/a.ts', text: `\n${text}` }])).toEqual([`lib/a.ts:2: ${rule}`])
  })

  it('a literal in a literal of a test', () => {
    const text = 'const [a] = b\nexpect(a).toEqual({\n  ...{ c },\n})'
    expect(findSpreadViolations([{ path: 'a.test.ts', text }])).toEqual([
      'a.test.ts:3: a literal is spread into another',
    ])
  })

  it('a name that two files export', () => {
    const [first, second, third] = [
      'export async function work() {}',
      'export const work = () => 1',
      'function work() {}',
    ]
    const planted = [first, second, third].map((text, index) => ({ path: `lib/${index}.ts`, text: text ?? '' }))
    expect(findRepeatedNames(planted)).toEqual(['work: lib/0.ts, lib/1.ts'])
  })
})

describe('what only looks like a violation is not one', () => {
  it.each([
    ['three parameters', 'function work(services: Services, actor: Actor, { id }: Input) {}'],
    [
      'parameters that a library passes and the function ignores',
      'const work = (_server, { id }, _body, headers) => 1',
    ],
    ['the type of `this`', 'function work(this: Page, a: A, b: B, c: C) {}'],
    ['60 lines', `function work() {${statements(58)}\n}`],
    ['a literal if a condition holds', 'const a = { ...(b && { c }), ...(d ? [e] : []) }'],
    ['a list that is computed', 'const a = [...[b, c].map(work), ...new Set([d])]'],
  ])('%s', (_name, text) => {
    expect(findShapeViolations([{ path: 'lib/a.ts', text }])).toEqual([])
  })

  it('61 lines with markup', () => {
    expect(findShapeViolations([{ path: 'app/a.tsx', text: `function Page() {${statements(59)}\n}` }])).toEqual([])
  })
})
