import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { secondMs } from '#lib/kernel/clock.ts'
import type { CaseContext } from '../harness/case-context.ts'
import type { Send } from '../harness/http.ts'
import { CannotRun } from '../resilience-test.ts'

/** An instance whose clock differs from the true time. */
export type SkewedInstance = Readonly<{
  name: string
  send: Send
  /** Makes its clock jump to the true time and so much. Resolves once it has. */
  jump: (byMs: number) => Promise<void>
}>

const rereadSeconds = 1
const jumpPatienceMs = 10 * secondMs
const toleranceMs = 5 * secondMs

/** @throws CannotRun if faketime does not shift the instance */
export async function startSkewed(context: CaseContext, name: string, byMs: number): Promise<SkewedInstance> {
  const file = context.file(`clock-${name}`)
  const write = (ms: number) => writeFileSync(file, `${ms < 0 ? '-' : '+'}${Math.abs(ms) / secondMs}s\n`)
  write(byMs)
  const place = await context.place({ WEBHOOK_NETWORKS: '127.0.0.1' })
  const { send } = await context.start(place, ['env', ...readSkewVariables(file)])
  await awaitSkew(send, byMs)
  const jump = (ms: number) => {
    write(ms)
    return awaitSkew(send, ms)
  }
  return { name, send, jump }
}

/**
 * The environment that shifts a program's clock by the content of a file. `faketime` itself would stay the parent, and
 * ending it would leave the instance running.
 */
function readSkewVariables(file: string): string[] {
  const { stdout } = spawnSync('faketime', ['-f', '+1s', 'env'], { encoding: 'utf8' })
  const preload = stdout.split('\n').filter((line) => line.startsWith('LD_PRELOAD='))
  const source = [`FAKETIME_TIMESTAMP_FILE=${file}`, `FAKETIME_CACHE_DURATION=${rereadSeconds}`]
  // Timers use the monotonic clock, which does not shift.
  return [...preload, ...source, 'DONT_FAKE_MONOTONIC=1', 'FAKETIME_DONT_FAKE_MONOTONIC=1']
}

async function awaitSkew(send: Send, byMs: number): Promise<void> {
  for (const since = performance.now(); ; await sleep(50)) {
    const { headers } = await send({ path: '/livez' })
    const seenMs = Date.parse(String(headers.date)) - Date.now()
    if (Math.abs(seenMs - byMs) < toleranceMs) return
    if (performance.now() - since > jumpPatienceMs)
      throw new CannotRun(`faketime moved the clock by ${seenMs} ms, not by ${byMs} ms`)
  }
}
