import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

/** Why a program of the system cannot be run here, in one sentence; undefined where it can. */
export function missingProgram(name: string): string | undefined {
  const { error, status } = spawnSync(name, ['--version'], { stdio: 'ignore' })
  return error || status !== 0 ? `${name} is not installed on this machine.` : undefined
}

/** @returns what it printed. @throws what it said where it did not end well */
export async function runProgram(
  name: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' as const, ...variables }
  return (await promisify(execFile)(name, words, { env })).stdout
}
