import { z } from 'zod'

/** Sends JSON Lines to the import of accounts, and returns the response as text, while it is sent. */
export type SendLines = (query: string, lines: AsyncIterable<string>) => Promise<AsyncIterable<string>>

const linesPerChunk = 200
const summarySchema = z.object({
  summary: z.object({ created: z.number(), updated: z.number(), unchanged: z.number(), suspended: z.number() }),
})

export type ImportedMany = Readonly<{ lines: number } & z.output<typeof summarySchema>['summary']>

/**
 * Imports accounts, repeats the import with every tenth account renamed, and at last without every tenth, which
 * suspends these. @param report is called after each step
 */
export async function importMany(
  send: SendLines,
  count: number,
  report: (step: string) => void | Promise<void>,
): Promise<readonly ImportedMany[]> {
  const created = await run(send, '', writeLines(count))
  await report(`${created.created} accounts created`)
  const renamed = await run(
    send,
    '',
    writeLines(count, (n) => (n % 10 === 0 ? `Renamed ${n}` : nameOf(n))),
  )
  await report(`${renamed.updated} of them renamed`)
  const kept = count - Math.ceil(count / 10)
  const query = `?missing=suspend&expect=${kept}`
  const suspended = await run(
    send,
    query,
    writeLines(count, (n) => (n % 10 === 0 ? undefined : nameOf(n))),
  )
  await report(`${suspended.suspended} of them suspended`)
  return [created, renamed, suspended]
}

async function run(send: SendLines, query: string, lines: AsyncIterable<string>): Promise<ImportedMany> {
  let [count, last, rest] = [0, '', '']
  for await (const text of await send(query, lines)) {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    count += parts.length
    last = parts.at(-1) ?? last
  }
  const { summary } = summarySchema.parse(JSON.parse(last))
  return { lines: count, ...summary }
}

/** @param nameAt the name of the account, or undefined to leave it out */
async function* writeLines(count: number, nameAt: (n: number) => string | undefined = nameOf): AsyncGenerator<string> {
  for (let start = 0; start < count; start += linesPerChunk) {
    const numbers = Array.from({ length: Math.min(linesPerChunk, count - start) }, (_, n) => start + n)
    const lines = numbers.flatMap((n) => {
      const name = nameAt(n)
      return name === undefined ? [] : [`${JSON.stringify({ id: `at-${n}`, name, locale: 'de-at' })}\n`]
    })
    yield lines.join('')
  }
}

function nameOf(n: number): string {
  return `Alpine Orders ${n.toString(36)}`
}
