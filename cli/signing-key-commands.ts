import { type Command, Option } from 'commander'
import { rotateSigningKey } from '#lib/access-tokens/rotate-signing-key.ts'
import { type SigningAlgorithm, signingAlgorithms } from '#lib/access-tokens/signing-key.ts'
import type { OutputOptions } from './output.ts'
import { run } from './run.ts'
import { addVerb } from './verb.ts'

type RotateOptions = OutputOptions & Readonly<{ alg?: SigningAlgorithm }>

export function addSigningKeyCommands(program: Command): void {
  const noun = program.command('signing-key').description('The keys that sign access tokens.')
  addVerb(noun, 'rotate', 'Sign with the next key from now on. Tokens of the former key stay good until they expire.')
    .addOption(new Option('--alg <algorithm>', 'change the algorithm').choices(signingAlgorithms))
    .action(({ json, ...input }: RotateOptions) =>
      run({ json }, async ({ services, actor }) => {
        const { keyId, alg } = await rotateSigningKey(services, actor, input)
        return { json: { keyId, alg }, lines: [`Access tokens are now signed with ${keyId} (${alg}).`] }
      }),
    )
}
