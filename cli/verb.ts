import type { Command } from 'commander'

/** One verb of a noun, such as `create <id>`, with the option that every command has. */
export function addVerb(noun: Command, usage: string, description: string): Command {
  return noun.command(usage).description(description).option('--json', 'print one JSON object')
}
