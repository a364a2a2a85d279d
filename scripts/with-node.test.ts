import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { readVersion } from '#lib/kernel/version.ts'

/** A repository with the real launcher and a server that only waits. */
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-launcher-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['scripts', 'node_modules/.bin']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['with-node.mjs', 'server-flags.mjs', 'end-with-parent.mjs']) {
    copyFileSync(join('scripts', name), join(folder, 'scripts', name))
  }
  copyFileSync('package.json', join(folder, 'package.json'))
  writeFileSync(join(folder, 'package-lock.json'), '{}')
  writeFileSync(join(folder, 'node_modules/.latchkey-installed'), createHash('sha256').update('{}').digest('hex'))
  symlinkSync(process.execPath, join(folder, 'node_modules/.bin/node'))
  writeFileSync(
    join(folder, 'scripts/start.ts'),
    "process.on('SIGTERM', () => process.exit(0)); setInterval(() => undefined, 1000); console.log(process.pid)",
  )
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('ends the server when it is killed itself', async () => {
  const launcher = spawn(process.execPath, ['scripts/with-node.mjs', 'scripts/start.ts'], { cwd: folder })
  const [line] = await once(launcher.stdout, 'data')
  const pid = Number(String(line))
  expect(isRunning(pid)).toBe(true)
  launcher.kill('SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)
})

it('passes on SIGTERM and the status of the server', async () => {
  const launcher = spawn(process.execPath, ['scripts/with-node.mjs', 'scripts/start.ts'], { cwd: folder })
  await once(launcher.stdout, 'data')
  launcher.kill('SIGTERM')
  expect(await once(launcher, 'exit')).toEqual([0, null])
})

it.each([[], ['--company'], ['--empty']])(
  'the demonstration with %j refuses the database of an environment',
  (...words) => {
    const DATABASE_URL = 'postgres://latchkey@192.0.2.1/production'
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/demo.ts', ...words], {
      env: { ...process.env, DATABASE_URL },
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain('The demonstration brings its own embedded database: unset DATABASE_URL')
  },
)

it('prints the version without starting or installing anything', () => {
  rmSync(join(folder, 'node_modules'), { recursive: true })
  for (const script of ['scripts/start.ts', 'scripts/demo.ts']) {
    const { status, stdout } = spawnSync(process.execPath, ['scripts/with-node.mjs', script, '--version'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([0, `${readVersion()}\n`])
  }
})
