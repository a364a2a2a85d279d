import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { type CheckedCredential, checkLeak } from '#lib/leak-desk/check-leak.ts'
import { formatTable } from './output.ts'
import { addVerb } from './run.ts'

export function addLeakCommands(program: Command): void {
  const noun = program.command('leak').description('Secrets and tokens that were found where they should not be.')
  addVerb(noun, 'check', async ({ services, actor }) => {
    const credentials = await checkLeak(services, actor, await text(process.stdin))
    return { json: { credentials }, lines: formatCredentials(credentials) }
  })
    .description(
      'Find API key secrets, tokens and sign-in links in a text: whose each is, and whether it works. Nothing of it is stored.',
    )
    .requiredOption('--stdin', 'read the text, at most 64 KiB, from standard input')
}

function formatCredentials(credentials: readonly CheckedCredential[]): string[] {
  if (credentials.length === 0) return ['No credentials of this server were found.']
  const rows = credentials.map((found) =>
    found.known
      ? [found.kind, found.works ? 'works' : 'does not work', found.state, found.keyId ?? '–', found.keyName ?? '–']
      : [found.kind, 'unknown', '–', '–', '–'],
  )
  return formatTable(['KIND', 'NOW', 'STATE', 'KEY ID', 'KEY'], rows)
}
