import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ApiOperation } from '#lib/foundation/api/operation.ts'
import { type Capability, capabilities, type Way } from '#lib/testing/capabilities.ts'
import { findUseCases, innerUseCases } from '#lib/testing/use-cases.ts'
import { managementOperations } from '#lib/web/management-api/operations.ts'

/** Where each way calls use cases. */
const folders: Readonly<Record<Way, readonly string[]>> = {
  portal: ['app/**/*.{ts,tsx}', 'lib/web/endpoints/*.ts'],
  cli: ['cli/*.ts'],
  api: ['lib/web/endpoints/*.ts', 'lib/domain/**/operations.ts'],
}
const ways = ['portal', 'cli', 'api'] as const

/** Endpoints of programs authorize an access token; the others belong to the portal. */
const isForPrograms = (text: string) => /\b(authorizeFirst|withPresentedToken)\b/.test(text)

const words: Readonly<Record<Way, ReadonlySet<string>>> = {
  portal: wordsOf('portal'),
  cli: wordsOf('cli'),
  api: wordsOf('api'),
}

function wordsOf(way: Way): ReadonlySet<string> {
  const texts = globSync([...folders[way]])
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .filter(
      (path) => !path.startsWith('lib/web/endpoints/') || isForPrograms(readFileSync(path, 'utf8')) === (way === 'api'),
    )
    .map((path) => readFileSync(path, 'utf8'))
  const named = new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []))
  if (way !== 'cli') return named
  // Commands call operations by their IDs.
  const called = managementOperations.filter(({ id }) => named.has(id)).flatMap((each) => [...wordsOfCode(each)])
  return new Set([...named, ...called])
}

/** What an operation calls: its code, too, says `listAccounts`. */
function wordsOfCode({ handle }: Pick<ApiOperation, 'handle'>): ReadonlySet<string> {
  return new Set(handle.toString().match(/\w+/g))
}

const isReached = ({ by }: Capability, way: Way) => by.some((name) => words[way].has(name))

it('names every use case that takes an actor', () => {
  const named = Object.values(capabilities).flatMap(({ by }) => by)
  const useCases = findUseCases(/actor: Actor/).filter((name) => !innerUseCases.includes(name) || named.includes(name))
  expect(useCases.length).toBeGreaterThan(100)
  expect(useCases.filter((name) => !named.includes(name))).toEqual([])
  const texts = globSync('lib/*/**/*.ts').map((path) => readFileSync(path, 'utf8'))
  expect(
    named.filter(
      (name) => !texts.some((text) => text.includes(`function ${name}(`) || text.includes(`function* ${name}(`)),
    ),
  ).toEqual([])
})

it.each(ways)('reaches everything by %s, but for exceptions that have a reason', (way) => {
  const outcomes = Object.entries(capabilities).map(([name, capability]) => [name, isReached(capability, way)])
  const expected = Object.entries(capabilities).map(([name, { except }]) => [name, except?.[way] === undefined])
  expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(expected))
})

function capabilitiesOf(operation: Pick<ApiOperation, 'handle'>): readonly Capability[] {
  const called = wordsOfCode(operation)
  return Object.values(capabilities).filter(({ by }) => by.some((name) => called.has(name)))
}

/** A capability is reached by portal and CLI, or has a reason why not. */
const isReachable = (capability: Capability) =>
  (['portal', 'cli'] as const).every((way) => isReached(capability, way) || capability.except?.[way] !== undefined)

it.each(managementOperations)('reaches what $id does from portal and CLI, too', (operation) => {
  const found = capabilitiesOf(operation)
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter((capability) => !isReachable(capability))).toEqual([])
})

it('notices an operation that calls no use case, or one that only programs reach', () => {
  expect(capabilitiesOf({ handle: async () => undefined })).toEqual([])
  expect(isReachable({ by: ['readOwnReceipt'] })).toBe(false)
})
