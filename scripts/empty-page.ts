import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { findFreePort } from '../lib/testing/free-port.ts'
import { root, runStep } from './run-to-end.ts'
import { type Weight, weighPage } from './weigh-page.ts'

const folder = join(root, 'scripts', 'empty-page')
export const weightFile = join(folder, 'weight.json')

/**
 * The weight of an empty page in the same version of Next. Measuring it takes a build of its own, so the repository
 * keeps the weight next to the versions and files that it follows from. A change of those measures and writes it again.
 */
export async function weighEmptyPage(browser: Browser): Promise<Weight> {
  const measured = describeMeasured()
  const known = existsSync(weightFile) ? JSON.parse(readFileSync(weightFile, 'utf8')) : undefined
  if (known?.measured === measured) return known.weight
  const next = 'next/dist/bin/next'
  await runStep('Building an empty page to compare with …', [next, 'build', folder])
  const port = await findFreePort()
  const server = spawn(process.execPath, [join(root, 'scripts', 'serve-empty-page.ts'), folder, String(port)], {
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  try {
    const weight = await weighServed(browser, `http://localhost:${port}`)
    writeFileSync(weightFile, `${JSON.stringify({ measured, weight }, undefined, 2)}\n`)
    return weight
  } finally {
    server.kill()
    await ended
  }
}

/** The versions and the hash of the files that the weight follows from. */
export function describeMeasured(): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const versions = ['next', 'react', 'react-dom'].map((name) => `${name} ${packages[`node_modules/${name}`].version}`)
  const files = [
    'lib/web/gateway/compress.ts',
    'scripts/weigh-page.ts',
    ...globSync('scripts/empty-page/{app/*,*.mjs}', { cwd: root }),
  ]
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(readFileSync(join(root, file)))
  return `${versions.join(', ')}, files ${hash.digest('hex').slice(0, 12)}`
}

async function weighServed(browser: Browser, baseURL: string): Promise<Weight> {
  const isUp = () => fetch(baseURL).then(({ ok }) => ok)
  for (let tries = 0; tries < 200 && !(await isUp().catch(() => false)); tries++) await sleep(100)
  const context = await browser.newContext({ baseURL })
  const weight = await weighPage(context, '/')
  await context.close()
  return weight
}
