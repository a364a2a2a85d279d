import { afterAll, beforeAll, expect } from 'vitest'
import { z } from 'zod'
import { keyScopes } from '#lib/domain/keys/api-keys/scopes.ts'
import { createCommandLine, type Outcome } from '#lib/testing/command-line.ts'
import { type ProductServer, requestToken, serveDataFolder } from '#lib/testing/listening-server.ts'

export const createdKey = z.looseObject({ keyId: z.string(), secret: z.string() })

const withoutScim = keyScopes.filter((scope) => scope !== 'scim').join(',')

/** Commands on a data folder, and by the management API of a server of it, with a token of the owner `ada`. */
export function compareCommands(runHere: (words: readonly string[]) => Promise<void>) {
  const latchkey = createCommandLine(runHere)
  const elsewhere: { server?: ProductServer; token: string } = { token: '' }
  const server = () => {
    if (!elsewhere.server) throw new Error('The server runs during tests only.')
    return elsewhere.server
  }
  const twins = new Map<string, string>()
  beforeAll(async () => {
    elsewhere.server = await serveDataFolder(latchkey.dataDir)
    const person = ['--email', 'ada@example.com', '--username', 'ada', '--name', 'Ada Lovelace', '--role', 'owner']
    await latchkey.run('user', 'create', ...person)
    const key = ['--user', 'ada', '--name', 'Administration', '--scopes', withoutScim]
    elsewhere.token = await requestToken(server().url, createdKey.parse(await latchkey.json('key', 'create', ...key)))
  })
  afterAll(() => server().close())

  const here = (...words: string[]) => latchkey.run(...words)
  const thereWith = (token: string, ...words: string[]) =>
    latchkey.runWithInput('', words, {
      LATCHKEY_URL: server().url,
      LATCHKEY_TOKEN: token,
      DATA_DIR: '/nowhere',
    })
  const there = (...words: string[]) => thereWith(elsewhere.token, ...words)
  return {
    latchkey,
    here,
    there,
    thereWith,
    server,
    token: () => elsewhere.token,
    /** From now on, a command with the one ID here has the other ID there. */
    pair: (one: string, other: string) => void twins.set(one, other),
    /** Runs a command for `aa` here and for `bb` there, which must print the same. */
    compare: async (...words: string[]) => {
      const one = await here(...words)
      const other = await there(...words.map((word) => toTwin(word, twins)))
      expect(alike(other)).toEqual(alike(one))
      return { one, other }
    },
  }
}

function toTwin(word: string, twins: ReadonlyMap<string, string>): string {
  const named = word.replaceAll(/\baa\b/g, 'bb')
  return [...twins].reduce((text, [one, other]) => text.replaceAll(one, other), named)
}

/** Without what differs between two things that are alike. `aa` is named here and `bb` there. */
export function alike({ status, stdout, stderr }: Outcome): Outcome {
  const plain = (text: string) =>
    text
      .replaceAll(/\b(lkid|lksec|usr|ksec|grp|whk|whsec|ases|grt|fam)_[\w+/=]+/g, '$1')
      .replaceAll(/\b\d{13}\b/g, 'instant')
      .replaceAll(/(?<=\?token=)[\w-]{43}/g, 'token')
      .replaceAll(/\b\d\d:\d\d:\d\d\b/g, 'second')
      .replaceAll(/(?<=durationMs":)[\d.]+|[\d.]+(?= ms)/g, 'duration')
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'minute')
      .replaceAll(/\bbb\b/g, 'aa')
  return { status, stdout: plain(stdout), stderr: plain(stderr) }
}
