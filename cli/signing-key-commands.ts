import type { Command } from 'commander'
import { type Rotated, rotateSigningKey } from '#lib/domain/tokens/access-tokens/rotate-signing-key.ts'
import { signingAlgorithms } from '#lib/domain/tokens/access-tokens/signing-key.ts'
import { choice, flag } from './options.ts'
import { verbsOf } from './verb.ts'

export function addSigningKeyCommands(program: Command): void {
  const verb = verbsOf(program.command('signing-key').description('The keys that sign access tokens.'))
  const algorithm = 'change the algorithm: its key signs once it has been published for an hour'
  verb('rotate', 'Sign with the next key from now on. Tokens of the former key stay valid until they expire.', {
    alg: choice('--alg <algorithm>', algorithm, signingAlgorithms),
    now: flag('--now', 'sign immediately with a key that verifiers may not know: they must fetch the key set again'),
  }).here(async ({ services, actor }, options) => {
    const rotated = await rotateSigningKey(services, actor, options)
    return { json: rotated, lines: [toSentence(rotated)] }
  })
}

function toSentence({ keyId, alg, signsFrom }: Rotated): string {
  if (signsFrom === null) return `Access tokens are now signed with ${keyId} (${alg}).`
  const instant = new Date(signsFrom).toISOString()
  return `${keyId} (${alg}) is now published. The running server signs with it from ${instant}, when every verifier knows it.`
}
