import type { Command } from 'commander'
import type { ResponseOf } from '#lib/web/management-api/client.ts'
import { toClearable } from './clearable.ts'
import type { CommandOutput } from './output.ts'
import { addVerb, requireSomeOption } from './verb.ts'

type ChangeOptions = Readonly<{ name?: string; accent?: string }>

export function addSettingsCommands(program: Command): void {
  const noun = program.command('settings').description('How the organization is shown.')
  addVerb(noun, 'show', async ({ api }) => formatSettings(await api.call('getSettings', {}))).description(
    'Print the settings. The second factor is changed with sign-in policy.',
  )
  const change = addVerb(noun, 'change', async ({ api }, { name, accent }: ChangeOptions) =>
    formatSettings(await api.call('patchSettings', { body: { name: toClearable(name), accent: toClearable(accent) } })),
  )
    .description('Change the settings. What is not given stays.')
    .option('--name <name>', 'name of the organization; empty: that of the product')
    .option('--accent <color>', 'accent color, for example #0a5fb4; empty: that of the product')
  requireSomeOption(change, 'what to change')
}

function formatSettings(settings: ResponseOf<'getSettings'>): CommandOutput {
  const { name, accent, logoUrl, secondFactor } = settings
  return {
    json: settings,
    lines: [
      `name           ${name ?? '–'}`,
      `accent         ${accent ?? '–'}`,
      `logo           ${logoUrl ?? '–'}`,
      `second factor  ${secondFactor}`,
    ],
  }
}
