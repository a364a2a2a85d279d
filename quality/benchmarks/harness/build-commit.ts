import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { say } from './log-line.ts'

/**
 * Checks a commit out below `data/bench`, and installs and builds it with its own scripts, once.
 * @returns its folder
 */
export function buildCommit(root: string, commit: string): string {
  const id = git(root, 'rev-parse', '--short=12', '--verify', `${commit}^{commit}`).toString().trim()
  const folder = join(root, 'data', 'bench', `commit-${id}`)
  const stampFile = join(folder, 'built')
  if (existsSync(stampFile)) return folder
  say(`Building ${id} …`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-x'], { cwd: folder, input: git(root, 'archive', id), stdio: ['pipe', 2, 2] })
  execFileSync(process.execPath, ['scripts/with-node.mjs', 'scripts/build.ts'], {
    cwd: folder,
    // In production, npm leaves out the packages that build the product.
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 2, 2],
  })
  writeFileSync(stampFile, id)
  return folder
}

function git(root: string, ...words: string[]): Buffer {
  return execFileSync('git', words, { cwd: root, maxBuffer: 256 * 1_048_576 })
}
