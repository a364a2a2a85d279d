import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

/** Why a program of the system cannot be run here, in one sentence; undefined where it can. */
export function missingProgram(name: string): string | undefined {
  const { error, status } = spawnSync(name, ['--version'], { stdio: 'ignore' })
  return error || status !== 0 ? `${name} is not installed on this machine.` : undefined
}

/** @returns what it printed. @throws Error with everything it said when it fails */
export async function runProgram(
  name: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' as const, ...variables }
  try {
    return (await promisify(execFile)(name, words, { env, maxBuffer: 2 ** 26 })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error([`${name} ${words.join(' ')} failed`, stdout, stderr].join('\n'), { cause: error })
  }
}
