import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'

/** As the file has it. The operation checks it. */
export type PublicJwk = Record<string, unknown>

/** The content of a file with a public JWK. */
export function readPublicKeyFile(file: string): PublicJwk {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new InvalidArgumentError('Name a file with a public key as a JWK (JSON).')
  }
}
