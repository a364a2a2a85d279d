import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { formatTable } from '../cli/output.ts'
import { EnvError } from '../lib/kernel/env.ts'

export const root = join(import.meta.dirname, '..')

/** A step failed and printed the reason. */
export class StepFailed extends Error {}

/** Runs a script's work. Errors that the operator can fix are one sentence; others keep their stack. */
export async function runToEnd(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    for (const failure of listFailures(error))
      if (!(failure instanceof StepFailed)) printError(failure instanceof EnvError ? failure.message : inspect(failure))
    process.exit(1)
  }
}

/**
 * Waits for the end of all work, also of what follows a failure: an early exit would leave mounts, databases and
 * processes behind.
 * @throws AggregateError of all failures
 */
export async function finishAll(work: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(work)
  const failures = results.flatMap((result) => (result.status === 'rejected' ? listFailures(result.reason) : []))
  if (failures.length > 0) throw new AggregateError(failures)
}

function listFailures(error: unknown): unknown[] {
  return error instanceof AggregateError ? error.errors : [error]
}

/** Prints to standard error. In a running server `console.error` writes to the structured log instead. */
export function printError(text: string): void {
  process.stderr.write(`${text}\n`)
}

type Variables = Readonly<Record<string, string>>

/** What runs, and its arguments. */
type Command = readonly [path: string, ...args: string[]]

/**
 * Prints the sentence, then runs a package's program (a path below node_modules) with the pinned Node.js.
 * @param variables additional environment variables
 */
export function runStep(sentence: string, [program, ...args]: Command, variables: Variables = {}): Promise<void> {
  return runScriptStep(sentence, [join('node_modules', program), ...args], variables)
}

/** Like `runStep`, for a script of the repository. */
export function runScriptStep(sentence: string, [path, ...args]: Command, variables: Variables = {}): Promise<void> {
  return timeStage(sentence, async () => {
    const env = { ...process.env, ...variables }
    const child = spawn(process.execPath, [join(root, path), ...args], { cwd: root, stdio: 'inherit', env })
    const { promise, resolve, reject } = Promise.withResolvers<number | null>()
    child.once('error', reject)
    child.once('exit', resolve)
    if ((await promise) !== 0) throw new StepFailed(sentence)
  })
}

type Stage = Readonly<{ sentence: string; seconds: number; result: 'passed' | 'FAILED' }>

const stages: Stage[] = []

/** Prints the sentence, and notes how long the work took, also if it fails. */
export async function timeStage<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  printError(sentence)
  const startedAt = performance.now()
  let result: Stage['result'] = 'FAILED'
  try {
    const outcome = await work()
    result = 'passed'
    return outcome
  } finally {
    stages.push({ sentence, seconds: (performance.now() - startedAt) / 1_000, result })
  }
}

/** Prints a table of the stages so far, the longest first. Some ran side by side. */
export function printStages(): void {
  const rows = stages
    .toSorted((one, other) => other.seconds - one.seconds)
    .map(({ sentence, seconds, result }) => [sentence.replace(/ …$/, ''), seconds.toFixed(1), result])
  printError(formatTable(['STAGE', 'SECONDS', 'RESULT'], rows).join('\n'))
}
