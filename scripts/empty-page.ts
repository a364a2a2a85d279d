import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { findFreePort } from '../lib/testing/free-port.ts'
import { root, runStep } from './run-to-end.ts'
import { type Weight, weighPage } from './weigh-page.ts'

const folder = join(root, 'scripts', 'empty-page')
const weightFile = join(folder, '.next', 'latchkey-weight.json')

/**
 * The weight of an empty page in the same version of Next, measured once per lockfile.
 */
export async function weighEmptyPage(browser: Browser): Promise<Weight> {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const known = existsSync(weightFile) ? JSON.parse(readFileSync(weightFile, 'utf8')) : undefined
  if (known?.lock === lock) return known.weight
  const next = 'next/dist/bin/next'
  await runStep('Building an empty page to compare with …', next, ['build', folder])
  const port = await findFreePort()
  const server = spawn(process.execPath, [join(root, 'scripts', 'serve-empty-page.ts'), folder, String(port)], {
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  try {
    const weight = await weighServed(browser, `http://localhost:${port}`)
    writeFileSync(weightFile, JSON.stringify({ lock, weight }))
    return weight
  } finally {
    server.kill()
    await ended
  }
}

async function weighServed(browser: Browser, baseURL: string): Promise<Weight> {
  const isUp = () => fetch(baseURL).then(({ ok }) => ok)
  for (let tries = 0; tries < 200 && !(await isUp().catch(() => false)); tries++) await sleep(100)
  const context = await browser.newContext({ baseURL })
  const weight = await weighPage(context, '/')
  await context.close()
  return weight
}
