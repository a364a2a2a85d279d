import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-to-end.ts'

const text = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n/g, '')

/** The arguments of every instruction of this name, in order. */
export function argumentsOf(instruction: string): string[] {
  return [...text.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, words = '']) => words.trim())
}

/** The argument of the last instruction of this name, which wins. */
export function settingOf(instruction: string): string {
  return argumentsOf(instruction).at(-1) ?? ''
}

/** The words of CMD or HEALTHCHECK, which no shell reads. */
export function commandOf(instruction: 'CMD' | 'HEALTHCHECK'): [string, ...string[]] {
  const setting = settingOf(instruction)
  return JSON.parse(setting.slice(setting.indexOf('[')))
}

export const imageEnv = Object.fromEntries(
  settingOf('ENV')
    .split(' ')
    .map((pair) => pair.split('=')),
)

/** The paths that a build receives. */
export const buildContext = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1))
