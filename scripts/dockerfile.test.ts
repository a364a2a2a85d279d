import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from '#lib/kernel/env.ts'
import { findEndpoint } from '#lib/web/gateway/route-table.ts'
import { argumentsOf, buildContext, commandOf, imageEnv, settingOf } from './dockerfile.ts'
import { serverFlags, serverVariables } from './server-flags.mjs'

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The paths that `scripts/image.sh` copies into the image. */
const copied = [...readFileSync('scripts/image.sh', 'utf8').matchAll(/^ +cp (?:-R )?(.*) "\$target/gm)].flatMap(
  ([, names = '']) => names.split(' '),
)

const isInImage = (path: string) =>
  copied.some((name) => path === name || path.startsWith(`${name}/`)) && !/\.test\.ts$|^lib\/testing\//.test(path)

describe('the Dockerfile', () => {
  it('uses the Node.js that package.json pins', () => {
    expect(argumentsOf('FROM')).toEqual([`node:${devDependencies.node}-bookworm-slim AS base`, 'base AS build', 'base'])
  })

  it('runs the steps of image-check, and otherwise only creates the data folder for its user', () => {
    expect(argumentsOf('RUN')).toEqual([
      'sh scripts/image.sh packages /image',
      'sh scripts/image.sh product /image',
      `install -d -o 1000 -g 0 -m 770 ${settingOf('VOLUME')}`,
    ])
    const check = readFileSync('scripts/image-check.ts', 'utf8')
    expect(check).toContain(`for (const step of ['packages', 'product']) buildStep(step)`)
    expect(check).toContain(`execFileSync('sh', ['scripts/image.sh', step, image]`)
  })

  it('copies the build context and the result of the steps alone', () => {
    expect(argumentsOf('COPY')).toEqual([
      'package.json package-lock.json .npmrc ./',
      'scripts/image.sh scripts/',
      '. .',
      '--from=build /image ./',
    ])
  })

  it('sets environment variables that the product reads', () => {
    expect(imageEnv).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0' })
    const { port, dataDir } = readEnv(imageEnv)
    expect(String(port)).toBe(settingOf('EXPOSE'))
    expect(dataDir).toBe(settingOf('VOLUME'))
  })

  it('runs as a numeric user other than root', () => {
    expect(settingOf('USER')).toBe('1000:0')
  })

  it('starts a script of the image without a shell', () => {
    const [program, ...args] = commandOf('CMD')
    expect(program).toBe('node')
    expect(isInImage(args.at(-1) ?? '')).toBe(true)
  })

  it('gives the server the flags of `npm start`, like docs/operating.md', () => {
    const [, ...args] = commandOf('CMD')
    expect(args.slice(0, -1)).toEqual(serverFlags)
    expect(imageEnv).toMatchObject(serverVariables)
    const variables = Object.entries(serverVariables).map(([name, value]) => `${name}=${value}`)
    expect(readFileSync('docs/operating.md', 'utf8')).toContain(
      `${variables.join(' ')} node_modules/.bin/node ${args.join(' ')}`,
    )
  })

  it('checks health at an endpoint of the product', () => {
    const [program, , script] = commandOf('HEALTHCHECK')
    expect(program).toBe('node')
    const [, path = ''] = /PORT\}(\/\w+)/.exec(script ?? '') ?? []
    expect(findEndpoint(path)).toBeDefined()
  })
})

describe('.dockerignore', () => {
  it('keeps out everything except a list of paths', () => {
    const lines = readFileSync('.dockerignore', 'utf8').trim().split('\n')
    expect(lines.filter((line) => !/^(#.*|![\w.-]+)$/.test(line))).toEqual(['*'])
    expect(buildContext.length).toBe(lines.length - 2)
  })

  it('lets through every path that the steps copy, and no secret, data or history', () => {
    expect(copied.length).toBeGreaterThan(8)
    const isSent = (path: string) => buildContext.some((name) => path === name || path.startsWith(`${name}/`))
    expect(copied.filter((path) => path !== '.next' && !(isSent(path) && existsSync(path)))).toEqual([])
    for (const path of ['.env', '.git', 'data', 'node_modules', '.next']) expect(isSent(path), path).toBe(false)
  })
})

describe('the image', () => {
  const sources = globSync('{cli,lib,scripts}/**/*.ts').concat('server.ts').filter(isInImage)

  it('holds the command line', () => {
    expect(isInImage('cli/latchkey.ts')).toBe(true)
  })

  it('holds every file that its files import', () => {
    expect(sources.length).toBeGreaterThan(100)
    const missing = sources.flatMap((source) =>
      readImports(source)
        .filter((target) => /^[.#]/.test(target))
        .map((target) => (target.startsWith('#') ? target.slice(1) : normalize(join(dirname(source), target))))
        .filter((path) => !isInImage(path)),
    )
    expect(missing).toEqual([])
  })

  it('holds every package that its files import as a production dependency', () => {
    const packages = sources
      .flatMap(readImports)
      .filter((target) => !/^(node:|[.#])/.test(target))
      .map((target) => /^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? '')
    expect(new Set(packages)).toContain('better-sqlite3')
    expect([...new Set(packages)].filter((name) => !(name in dependencies))).toEqual([])
  })
})

/** The specifiers that a file imports at runtime: type imports are erased. */
function readImports(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const statements = text.matchAll(/^(?:import|export)\s+(?!type\s)[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm)
  const dynamic = text.matchAll(/await import\('([^']+)'\)/g)
  return [...[...statements].map((match) => match[1] ?? match[2] ?? ''), ...[...dynamic].map((match) => match[1] ?? '')]
}
