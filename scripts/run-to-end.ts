import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { EnvError } from '../lib/env.ts'

export const root = join(import.meta.dirname, '..')

/** A step failed and has already said why on its own output. */
class StepFailed extends Error {}

/** Runs a script's work. What the operator can mend is said in one sentence; anything else keeps its stack. */
export async function runToEnd(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StepFailed)) printError(error instanceof EnvError ? error.message : inspect(error))
    process.exit(1)
  }
}

/** Prints to the operator. Once the server runs, `console.error` writes to the structured log instead. */
export function printError(text: string): void {
  process.stderr.write(`${text}\n`)
}

type Variables = Readonly<Record<string, string>>

/**
 * Says what it does, then runs a package's program (a path below node_modules) with the pinned Node.js.
 * @param variables environment variables besides those of this process
 */
export function runStep(
  sentence: string,
  program: string,
  args: readonly string[] = [],
  variables: Variables = {},
): Promise<void> {
  return runScript(sentence, join('node_modules', program), args, variables)
}

/** The same for a script of our own, in a process of its own. */
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
