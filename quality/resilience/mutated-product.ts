import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Edit, Mutation } from './resilience-test.ts'

const copied = [
  'app',
  'cli',
  'components',
  'deploy',
  'lib',
  'public',
  'scripts',
  'server.ts',
  'next.config.ts',
  'package.json',
  'tsconfig.json',
]

/**
 * Builds a mutated copy of the product in `data/`, where it finds the installed packages.
 * @returns its folder
 * @throws Error if a text to replace does not occur exactly once, or the build fails
 */
export function buildMutated(root: string, mutation: Mutation): string {
  const copy = join(root, 'data', 'resilience', mutation.name)
  copyProduct(root, copy, mutation.edits)
  const build = spawnSync(process.execPath, [join(root, 'node_modules/next/dist/bin/next'), 'build'], {
    cwd: copy,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    encoding: 'utf8',
  })
  if (build.status !== 0) throw new Error(`${mutation.name} cannot be built: ${build.stdout}${build.stderr}`)
  return copy
}

/** Copies the sources of the product without its build. */
function copyProduct(from: string, to: string, edits: readonly Edit[]): void {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  for (const name of copied) cpSync(join(from, name), join(to, name), { recursive: true })
  for (const edit of edits) apply(to, edit)
}

function apply(copy: string, { file, text, instead }: Edit): void {
  const path = join(copy, file)
  const parts = readFileSync(path, 'utf8').split(text)
  if (parts.length !== 2) throw new Error(`${file} holds ${parts.length - 1} times, and not once:\n${text}`)
  writeFileSync(path, parts.join(instead))
}
