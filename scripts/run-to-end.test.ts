import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const script = (work: string) => `
  const { logNextOutput } = await import('./lib/web/gateway/next-log.ts')
  const { createLog } = await import('./lib/kernel/log.ts')
  const { EnvError } = await import('./lib/kernel/env.ts')
  const { finishAll, runToEnd } = await import('./scripts/run-to-end.ts')
  await runToEnd(async () => {
    logNextOutput(createLog('info'))
    ${work}
  })`

function run(work: string) {
  const options = { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' } as const
  const { status, stderr, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script(work)], options)
  return { status, stderr, stdout }
}

it('prints one sentence to standard error if the server cannot start, not a line of its log', () => {
  const sentence = 'PORT 3000 is taken: end the other program or set another PORT.'
  expect(run(`throw new EnvError('${sentence}')`)).toEqual({ status: 1, stderr: `${sentence}\n`, stdout: '' })
})

it('finishes all work after a failure, then prints each failure', () => {
  const work = `
    const clean = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      process.stderr.write('cleaned up\\n')
    }
    const failing = finishAll([Promise.reject(new EnvError('The first failed.')), clean()])
    await finishAll([failing, Promise.reject(new EnvError('The second failed.'))])`
  expect(run(work)).toEqual({ status: 1, stderr: 'cleaned up\nThe first failed.\nThe second failed.\n', stdout: '' })
})
