import { type Command, Option } from 'commander'
import {
  type Rotated,
  type RotationRequest,
  rotateSigningKey,
} from '#lib/domain/tokens/access-tokens/rotate-signing-key.ts'
import { signingAlgorithms } from '#lib/domain/tokens/access-tokens/signing-key.ts'
import { addLocalVerb } from './run.ts'

export function addSigningKeyCommands(program: Command): void {
  const noun = program.command('signing-key').description('The keys that sign access tokens.')
  addLocalVerb(noun, 'rotate', async ({ services, actor }, options: RotationRequest) => {
    const rotated = await rotateSigningKey(services, actor, options)
    return { json: rotated, lines: [toSentence(rotated)] }
  })
    .description('Sign with the next key from now on. Tokens of the former key stay valid until they expire.')
    .addOption(
      new Option(
        '--alg <algorithm>',
        'change the algorithm: its key signs once it has been published for an hour',
      ).choices(signingAlgorithms),
    )
    .option('--now', 'sign immediately with a key that verifiers may not know: they must fetch the key set again')
}

function toSentence({ keyId, alg, signsFrom }: Rotated): string {
  if (signsFrom === null) return `Access tokens are now signed with ${keyId} (${alg}).`
  const instant = new Date(signsFrom).toISOString()
  return `${keyId} (${alg}) is now published. The running server signs with it from ${instant}, when every verifier knows it.`
}
