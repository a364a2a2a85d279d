import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

export type ChildOptions = Readonly<{
  script: string
  args: readonly string[]
  variables: Readonly<Record<string, string>>
  /** Takes what it prints, its access log first of all. */
  logFile: string
}>

/** A target's process that has said that it listens. */
export type Child = Readonly<{
  pid: number
  /** What it has said of itself. */
  facts: Facts
  /** Has it say something else. */
  ask: () => Promise<Facts>
  stop: () => Promise<void>
}>

type Facts = Readonly<Record<string, unknown>>

const patienceMs = 60_000
const keptOutput = 1_000
const running = new Set<ChildProcess>()

// A run that is interrupted leaves nothing running.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** @throws Error where it ends instead, or says nothing for a minute */
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
