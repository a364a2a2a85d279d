import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'

/** The content of a file with a public JWK. The use case checks it. */
export function readPublicKey(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new InvalidArgumentError('Name a file with a public key as a JWK (JSON).')
  }
}
