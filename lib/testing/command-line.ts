import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { afterAll, inject, vi } from 'vitest'
import { databaseFile } from '#lib/foundation/db/database.ts'

export type Outcome = Readonly<{ status: number; stdout: string; stderr: string }>

const root = join(import.meta.dirname, '..', '..')
const node = join(root, 'node_modules', '.bin', 'node')

/** Environment of a child process that takes over what earlier processes compiled. */
export const compileCache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

type Call = Readonly<{ words: readonly string[]; input: string; env: NodeJS.ProcessEnv }>

/**
 * The CLI with its own data folder and a database of the newest schema, which are removed after the file's tests.
 * @param runHere runs each command in this process instead of one of its own, which takes a second to start
 */
export function createCommandLine(runHere?: (words: readonly string[]) => Promise<void>) {
  // Each command is a process, which takes seconds on a busy machine.
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
  const dataDir = mkdtempSync(join(inject('dataFolders'), 'cli-'))
  copyFileSync(inject('migratedSqliteFile'), databaseFile(dataDir))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  let previous: Promise<unknown> = Promise.resolve()

  function runWithInput(input: string, words: readonly string[], variables = {}): Promise<Outcome> {
    const call = { words, input, env: { NODE_ENV: 'test', DATA_DIR: dataDir, ...compileCache, ...variables } } as const
    if (!runHere) return runProcess(call)
    const outcome = previous.then(() => runInThisProcess(call, runHere))
    previous = outcome.catch(() => undefined)
    return outcome
  }

  return {
    dataDir,
    runWithInput,
    run: (...words: string[]) => runWithInput('', words),
    /** The JSON output of a command that must succeed. */
    json: async (...words: string[]): Promise<unknown> => {
      const { status, stdout, stderr } = await runWithInput('', [...words, '--json'])
      if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`)
      return JSON.parse(stdout)
    },
    /** Every stored byte, to search for secrets. */
    readAllFiles: () =>
      readdirSync(dataDir)
        .map((name) => readFileSync(join(dataDir, name), 'latin1'))
        .join('\n'),
  }
}

function runProcess({ words, input, env }: Call): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const child = execFile(node, [join(root, 'cli/latchkey.ts'), ...words], { env }, (error, stdout, stderr) =>
    resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
  )
  child.stdin?.end(input)
  return promise
}

/** With the environment and the streams of a process of its own. */
async function runInThisProcess(
  { words, input, env }: Call,
  run: (words: readonly string[]) => Promise<void>,
): Promise<Outcome> {
  const before = { env: process.env, exitCode: process.exitCode }
  const [stdout, stderr] = [collect(), collect()]
  const streams = { stdin: Readable.from([input]), stdout: stdout.stream, stderr: stderr.stream }
  const restored = Object.keys(streams).map((name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const)
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true })
  process.env = env
  process.exitCode = undefined
  try {
    await run(words)
    return { status: Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    Object.assign(process, before)
    for (const [name, descriptor] of restored) if (descriptor) Object.defineProperty(process, name, descriptor)
  }
}

function collect() {
  const parts: Buffer[] = []
  const stream = new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part)
      done()
    },
  })
  return { stream, text: () => Buffer.concat(parts).toString() }
}
