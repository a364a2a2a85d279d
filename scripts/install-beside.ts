import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * Installs the packages of a folder if they are missing or outdated.
 * @param sentence progress to print
 * @throws Error if the installation fails
 */
export async function installBeside(folder: string, sentence: string): Promise<void> {
  const stampFile = join(folder, 'node_modules', '.latchkey-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  process.stderr.write(`${sentence}\n`)
  // Like `scripts/with-node.mjs`: `--no-save` follows the lockfile and leaves it unchanged.
  const npm = process.env.npm_execpath
  const options = ['install', '--no-save', '--loglevel=error']
  const [command, words] = npm ? [process.execPath, [npm, ...options]] : ['npm', options]
  const [status] = await once(spawn(command, words, { cwd: folder, stdio: ['ignore', 2, 2] }), 'exit')
  if (status !== 0) throw new Error(`The packages of ${basename(folder)}/ could not be installed.`)
  writeFileSync(stampFile, wanted)
}
