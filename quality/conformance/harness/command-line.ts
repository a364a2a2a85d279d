import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')

export type CommandLine = (...words: string[]) => Promise<Readonly<Record<string, unknown>>>

/**
 * The product's command line on this data, as an operator types it while the server runs.
 * @returns runs a command; gives what it prints with `--json`, and throws what it says where it is refused
 */
export function commandLine(variables: Readonly<Record<string, string>>): CommandLine {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'production' as const, ...variables }
  return async (...words) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['cli/latchkey.ts', ...words, '--json'], {
      cwd: root,
      env,
    })
    return JSON.parse(stdout)
  }
}
