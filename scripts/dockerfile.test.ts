import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from '#lib/env.ts'
import { findEndpoint } from '#lib/gateway/route-table.ts'
import { serverFlags, serverVariables } from '../server-flags.mjs'
import { createIgnore } from './build-context.ts'
import { parseDockerfile, parseExecForm, parseVariables } from './dockerfile.ts'
import { containerId } from './machine.ts'

const stages = parseDockerfile(readFileSync('Dockerfile', 'utf8'))
const last = stages.at(-1)
const isIgnored = createIgnore(readFileSync('.dockerignore', 'utf8'))
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

const textOf = (name: string) => last?.instructions.findLast((instruction) => instruction.name === name)?.text ?? ''

/** What is copied from this folder into the last stage: names of files and folders. */
const copied = (last?.instructions ?? [])
  .filter(({ name, flags }) => name === 'COPY' && !flags.from)
  .flatMap(({ text }) => text.split(/\s+/).slice(0, -1))

const isInImage = (path: string) =>
  !isIgnored(path) && copied.some((name) => path === name || path.startsWith(`${name}/`))

describe('the Dockerfile', () => {
  it('takes the Node.js that package.json pins', () => {
    expect(stages[0]?.from).toBe(`node:${devDependencies.node}-bookworm-slim`)
  })

  it('copies what exists and is sent', () => {
    const names = stages
      .flatMap(({ instructions }) => instructions)
      .filter(({ name, flags }) => name === 'COPY' && !flags.from)
      .flatMap(({ text }) => text.split(/\s+/).slice(0, -1))
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !existsSync(name) || (name !== '.' && isIgnored(name)))).toEqual([])
  })

  it('sets variables that the product knows, its port and its folder among them', () => {
    const variables = parseVariables(textOf('ENV'))
    const known = { ...readEnv(variables) }
    expect(variables).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0' })
    expect(String(known.port)).toBe(textOf('EXPOSE'))
    expect(known.dataDir).toBe(textOf('VOLUME'))
  })

  it('runs as a user that is plainly not root and owns the data', () => {
    expect(textOf('USER')).toBe(`${containerId}:${containerId}`)
    expect(textOf('RUN')).toBe(`install -d -o ${containerId} -g ${containerId} -m 700 ${textOf('VOLUME')}`)
  })

  it('starts a program that it holds, with nothing in between', () => {
    const [program, ...args] = parseExecForm(textOf('CMD'))
    expect(program).toBe('node')
    expect(isInImage(args.at(-1) ?? '')).toBe(true)
  })

  it('gives the server what `npm start` gives it, as the guide for operators does', () => {
    const [, ...args] = parseExecForm(textOf('CMD'))
    expect(args.slice(0, -1)).toEqual(serverFlags)
    expect(parseVariables(textOf('ENV'))).toMatchObject(serverVariables)
    expect(readFileSync('docs/operating.md', 'utf8')).toContain(
      `MALLOC_ARENA_MAX=2 node_modules/.bin/node ${args.join(' ')}`,
    )
  })

  it('brings the command line along', () => {
    expect(isInImage('cli/latchkey.ts')).toBe(true)
  })

  it('asks for its health where the product answers', () => {
    const [program, , script] = parseExecForm(textOf('HEALTHCHECK'))
    expect(program).toBe('node')
    const [, path = ''] = /PORT\}(\/\w+)/.exec(script ?? '') ?? []
    expect(findEndpoint(path)).toBeDefined()
  })
})

describe('the image', () => {
  const sources = globSync('{cli,lib,scripts}/**/*.ts').concat('server.ts').filter(isInImage)

  it('has every file of ours that its files import', () => {
    expect(sources.length).toBeGreaterThan(100)
    const missing = sources.flatMap((source) =>
      readImports(source)
        .filter((target) => /^[.#]/.test(target))
        .map((target) => (target.startsWith('#') ? target.slice(1) : normalize(join(dirname(source), target))))
        .filter((path) => !isInImage(path)),
    )
    expect(missing).toEqual([])
  })

  it('has every package that its files import: none of them is there for building alone', () => {
    const packages = sources
      .flatMap(readImports)
      .filter((target) => !/^(node:|[.#])/.test(target))
      .map((target) => /^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? '')
    expect(new Set(packages)).toContain('better-sqlite3')
    expect([...new Set(packages)].filter((name) => !(name in dependencies))).toEqual([])
  })

  it.each([
    '.env',
    '.git/config',
    'data/latchkey.db',
    'data/master-secret',
    'node_modules/next/package.json',
    'copy.db',
  ])('is never sent %s', (path) => {
    expect(isIgnored(path)).toBe(true)
  })

  it('holds no test', () => {
    expect(sources.filter((source) => /\.test\.ts$|^lib\/testing\//.test(source))).toEqual([])
  })
})

/** What a file imports when it runs: types are gone by then. */
function readImports(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const statements = text.matchAll(/^(?:import|export)\s+(?!type\s)[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm)
  const dynamic = text.matchAll(/await import\('([^']+)'\)/g)
  return [...[...statements].map((match) => match[1] ?? match[2] ?? ''), ...[...dynamic].map((match) => match[1] ?? '')]
}
