import { type Command, Option } from 'commander'
import { type Rotated, type RotationRequest, rotateSigningKey } from '#lib/access-tokens/rotate-signing-key.ts'
import { signingAlgorithms } from '#lib/access-tokens/signing-key.ts'
import type { OutputOptions } from './output.ts'
import { run } from './run.ts'
import { addVerb } from './verb.ts'

type RotateOptions = OutputOptions & RotationRequest

export function addSigningKeyCommands(program: Command): void {
  const noun = program.command('signing-key').description('The keys that sign access tokens.')
  addVerb(noun, 'rotate', 'Sign with the next key from now on. Tokens of the former key stay good until they expire.')
    .addOption(
      new Option(
        '--alg <algorithm>',
        'change the algorithm: a key of it signs once it was published for an hour',
      ).choices(signingAlgorithms),
    )
    .option('--now', 'sign at once with a key that verifiers may not know: they have to fetch the key set again')
    .action(({ json, ...input }: RotateOptions) =>
      run({ json }, async ({ services, actor }) => {
        const rotated = await rotateSigningKey(services, actor, input)
        return { json: rotated, lines: [toSentence(rotated)] }
      }),
    )
}

function toSentence({ keyId, alg, signsFrom }: Rotated): string {
  if (signsFrom === null) return `Access tokens are now signed with ${keyId} (${alg}).`
  const instant = new Date(signsFrom).toISOString()
  return `${keyId} (${alg}) is published now. The running server signs with it from ${instant} on, when every verifier knows it.`
}
