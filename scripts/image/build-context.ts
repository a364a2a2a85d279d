import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Tells which paths a .dockerignore keeps out: the last line that matches decides. */
export function createIgnore(text: string): (path: string) => boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const rules = lines.map((line) => ({ keepsOut: !line.startsWith('!'), pattern: toPattern(line.replace(/^!/, '')) }))
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.keepsOut ?? false
}

function toPattern(line: string): RegExp {
  const escaped = line.trim().replace(/[.+^${}()|[\]\\]/g, '\\$&')
  const source = escaped.replace(/\*\*\/|\*/g, (wildcard) => (wildcard === '*' ? '[^/]*' : '(?:.*/)?'))
  // What stands for a folder stands for all that is in it.
  return new RegExp(`^${source}(/.*)?$`)
}

/** The files that an engine would be sent, as paths below the folder. */
export function listContext(folder: string, isIgnored: (path: string) => boolean): string[] {
  const list = (below: string): string[] =>
    readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (isIgnored(path)) return []
      return entry.isDirectory() ? list(path) : [path]
    })
  return list('')
}
