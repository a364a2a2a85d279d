import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createLog, toFlatLog } from '#lib/log.ts'

const execFileAsync = promisify(execFile)

function openLog() {
  const lines: string[] = []
  return { log: createLog('info', { write: (line) => void lines.push(line) }), lines }
}

it('a secret is replaced at the top of a line and inside of its values', () => {
  const { log, lines } = openLog()
  log.info({ token: 'hush', client: { secret: 'hush', name: 'CRM' } }, 'said')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ token: '[secret]', client: { secret: '[secret]', name: 'CRM' } })
})

it('a flat line is written like any other, its secrets replaced', () => {
  const { log, lines } = openLog()
  toFlatLog(log).info({ status: 200, pathname: '/sso', token: 'hush' }, 'request')
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 30,
    time: expect.any(Number),
    status: 200,
    pathname: '/sso',
    token: '[secret]',
    msg: 'request',
  })
})

it('is complete when the process ends in the middle of a turn', async () => {
  const script = `
    const { createLog } = await import('./lib/log.ts')
    const log = createLog('info')
    for (let n = 0; n < 500; n++) log.info({ n }, 'said')
    process.exit()`
  const { stdout } = await execFileAsync(process.execPath, ['--input-type=module', '-e', script])
  const numbers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).n)
  expect(numbers).toEqual(Array.from({ length: 500 }, (_, n) => n))
})
