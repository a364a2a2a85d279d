import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { EnvError } from '../lib/env.ts'

export const root = join(import.meta.dirname, '..')

/** A step failed and printed the reason. */
class StepFailed extends Error {}

/** Runs a script's work. Errors that the operator can fix are one sentence; others keep their stack. */
export async function runToEnd(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StepFailed)) printError(error instanceof EnvError ? error.message : inspect(error))
    process.exit(1)
  }
}

/** Prints to standard error. In a running server `console.error` writes to the structured log instead. */
export function printError(text: string): void {
  process.stderr.write(`${text}\n`)
}

type Variables = Readonly<Record<string, string>>

/**
 * Prints the sentence, then runs a package's program (a path below node_modules) with the pinned Node.js.
 * @param variables additional environment variables
 */
export function runStep(
  sentence: string,
  program: string,
  args: readonly string[] = [],
  variables: Variables = {},
): Promise<void> {
  return runScript(sentence, join('node_modules', program), args, variables)
}

/** Like `runStep`, for a script of the repository. */
export async function runScript(
  sentence: string,
  path: string,
  args: readonly string[] = [],
  variables: Variables = {},
): Promise<void> {
  printError(sentence)
  const env = { ...process.env, ...variables }
  const child = spawn(process.execPath, [join(root, path), ...args], { cwd: root, stdio: 'inherit', env })
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject)
  child.once('exit', resolve)
  if ((await promise) !== 0) throw new StepFailed(sentence)
}
