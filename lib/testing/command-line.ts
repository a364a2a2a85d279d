import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'

export type Outcome = Readonly<{ status: number; stdout: string; stderr: string }>

const root = join(import.meta.dirname, '..', '..')
const node = join(root, 'node_modules', '.bin', 'node')

/** Environment of a child process that takes over what earlier processes compiled. */
export const compileCache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

/** The real CLI with its own data folder, which is removed after the file's tests. */
export function createCommandLine() {
  // Each command is a process, which takes seconds on a busy machine.
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-cli-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  function runWithInput(input: string, words: readonly string[], variables = {}): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const options = { env: { NODE_ENV: 'test' as const, DATA_DIR: dataDir, ...compileCache, ...variables } }
    const child = execFile(node, [join(root, 'cli/latchkey.ts'), ...words], options, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    )
    child.stdin?.end(input)
    return promise
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
