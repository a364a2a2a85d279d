import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { say } from './say.ts'

const folder = join(import.meta.dirname, '..')
const stampFile = join(folder, 'node_modules', '.latchkey-installed')

/**
 * Installs the packages that are measured beside the product, where they are missing or out of date.
 * @throws Error where they cannot be had
 */
export function installPeers(): void {
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  say('Installing the packages that are measured beside the product …')
  // As `scripts/with-node.mjs` does it: the lockfile is kept to and left as it is.
  const npm = process.env.npm_execpath
  const options = ['install', '--no-save', '--loglevel=error']
  const [command, words] = npm ? [process.execPath, [npm, ...options]] : ['npm', options]
  const { status } = spawnSync(command, words, { cwd: folder, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('The packages of bench/ could not be installed.')
  writeFileSync(stampFile, wanted)
}
