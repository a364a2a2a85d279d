import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { censorPath, createLog, toFlatLog } from '#lib/kernel/log.ts'

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

it.each([
  `lksec_${'a'.repeat(49)}`,
  `lksec_${'a'.repeat(20)}`,
  `lkrt1.fam_${'a'.repeat(20)}.1.${'b-_'.repeat(14)}b`,
  `whsec_${'ab+/'.repeat(10)}=`,
  `whsec_${encodeURIComponent('ab+/'.repeat(10))}%3D`,
  `eyJ${'a'.repeat(30)}.eyJ${'b'.repeat(60)}.${'c_-'.repeat(20)}`,
])('a secret is replaced wherever input gets into a line: %s', (secret) => {
  const { log, lines } = openLog()
  toFlatLog(log).info({ pathname: `/x/${secret}` }, 'request')
  log.warn({ error: new Error(`no route for "${secret}"`), text: `a ${secret} b` }, 'framework')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ pathname: '/x/[secret]' })
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    error: { message: 'no route for "[secret]"' },
    text: 'a [secret] b',
  })
  expect(lines.join()).not.toContain(secret.slice(8, 20))
})

it('a token is replaced in a path', () => {
  const token = `${'aB3-_'.repeat(8)}xyz`
  expect(censorPath(`/set-password/${token}`)).toBe('/set-password/[secret]')
  expect(censorPath(`/set-password%2f${token}`)).toBe('/set-password%2f[secret]')
  for (const path of [`/accounts/${'a'.repeat(42)}`, `/organization/logo/${'a'.repeat(64)}`]) {
    expect(censorPath(path)).toBe(path)
  }
})

it('is complete when the process ends in the middle of a turn', async () => {
  const script = `
    const { createLog } = await import('./lib/kernel/log.ts')
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
