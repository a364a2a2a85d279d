import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of this installation, as package.json says. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'))
  return version
}
