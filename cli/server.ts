import { type Command, Option } from 'commander'
import { parseReturnAddress } from '#lib/domain/links/return-addresses/return-address.ts'
import { explainProblems } from './explain.ts'
import { UsageError } from './usage-error.ts'

/** A server elsewhere, and an access token of its management API. */
export type Server = Readonly<{ origin: string; token: string }>

type ServerOptions = Readonly<{ url?: string; token?: string }>

/** Options before the command: behind it, `--url` belongs to the command. */
export function addServerOptions(program: Command): Command {
  return program
    .enablePositionalOptions()
    .addOption(
      new Option('--url <origin>', 'administer the server at this origin, by its management API').env('LATCHKEY_URL'),
    )
    .addOption(
      new Option('--token <token>', 'access token for --url, visible to other users of this machine').env(
        'LATCHKEY_TOKEN',
      ),
    )
}

/** RFC 6750 §2.1. An invalid header value would be quoted in the error of the request. */
const tokenForm = /^[\w.~+/-]{16,4096}=*$/

/** Whether a command is for a server elsewhere, if the options are valid. */
export function namesServer(program: Command): boolean {
  const { url } = program.opts<ServerOptions>()
  // An empty option comes from an unset shell variable, and is no reason to change this machine's database.
  return url !== undefined && (url !== '' || program.getOptionValueSource('url') === 'cli')
}

/** The server that the options name; undefined: this machine's database. @throws UsageError */
export function readServer(program: Command): Server | undefined {
  const { url, token } = program.opts<ServerOptions>()
  if (url === undefined || !namesServer(program)) return undefined
  const parsed = parseReturnAddress(url)
  if ('problem' in parsed) throw new UsageError(`${explainProblems({ '--url': parsed.problem })}.`)
  if (!token) throw new UsageError('--url needs an access token: set LATCHKEY_TOKEN.')
  if (!tokenForm.test(token)) throw new UsageError('The access token is malformed: set LATCHKEY_TOKEN to all of it.')
  return { origin: parsed.origin, token }
}

/** Whether other users of the machine can see the token in the list of processes. */
export function isTokenVisible(program: Command): boolean {
  return program.getOptionValueSource('token') === 'cli'
}
