import type { Command } from 'commander'
import type { ResponseOf } from '#lib/web/management-api/client.ts'
import { clearable } from './options.ts'
import { type CommandOutput, formatFacts } from './output.ts'
import { verbsOf } from './verb.ts'

export function addSettingsCommands(program: Command): void {
  const verb = verbsOf(program.command('settings').description('How the organization is shown.'))
  verb('show', 'Print the settings. The second factor is changed with sign-in policy.').onSite(async ({ api }) =>
    formatSettings(await api.call('getSettings', {})),
  )
  verb('change', 'Change the settings. What is not given stays.', {
    name: clearable('--name <name>', 'name of the organization; empty: that of the product'),
    accent: clearable('--accent <color>', 'accent color, for example #0a5fb4; empty: that of the product'),
  })
    .needsOption('what to change')
    .onSite(async ({ api }, body) => formatSettings(await api.call('patchSettings', { body })))
}

function formatSettings(settings: ResponseOf<'getSettings'>): CommandOutput {
  const { name, accent, logoUrl: logo, secondFactor } = settings
  return { json: settings, lines: formatFacts({ name, accent, logo, 'second factor': secondFactor }) }
}
