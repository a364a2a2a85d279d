import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

export type ChildOptions = Readonly<{
  script: string
  args: readonly string[]
  variables: Readonly<Record<string, string>>
  /** Receives its output, mainly the access log. */
  logFile: string
}>

/** A target’s process that is listening. */
export type Child = Readonly<{
  pid: number
  /** The facts that it announced. */
  facts: Facts
  /** Asks it for another announcement. */
  ask: () => Promise<Facts>
  stop: () => Promise<void>
}>

type Facts = Readonly<Record<string, unknown>>

const patienceMs = 60_000
const keptOutput = 1_000
const running = new Set<ChildProcess>()

// An interrupted run leaves no process behind.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** @throws Error if it exits, or announces nothing within a minute */
export async function startChild({ script, args, variables, logFile }: ChildOptions): Promise<Child> {
  const log = openSync(logFile, 'w')
  const child = fork(script, args, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...variables },
    execArgv: [],
    stdio: ['ignore', log, log, 'ipc'],
  })
  running.add(child)
  const ended = once(child, 'exit').finally(() => running.delete(child))
  const facts = await Promise.race([
    once(child, 'message', { signal: AbortSignal.timeout(patienceMs) }).then(([message]) => message),
    ended.then(([code]) => Promise.reject(new Error(`${basename(script)} ended with ${code}: ${endOf(logFile)}`))),
  ])
  return {
    pid: child.pid ?? 0,
    facts,
    ask: async () => {
      const answer = once(child, 'message', { signal: AbortSignal.timeout(patienceMs) })
      child.send('go on')
      return (await answer)[0]
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function endOf(logFile: string): string {
  return readFileSync(logFile, 'utf8').slice(-keptOutput).trim()
}
