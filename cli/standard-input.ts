import { text } from 'node:stream/consumers'

/** The first line of standard input: secrets on the command line are visible to other users of the machine. */
export async function readFirstLine(): Promise<string> {
  return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? ''
}
