import { expect } from 'vitest'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { createStubServer } from '#lib/testing/stub-server.ts'

export const remoteToken = 'lkat_of-an-operator.who_is+elsewhere'

/** The CLI with `LATCHKEY_URL` and `LATCHKEY_TOKEN`, against a server that responds as the test says. */
export function createRemoteCommandLine(runHere: (words: readonly string[]) => Promise<void>) {
  const latchkey = createCommandLine(runHere)
  const stub = createStubServer()
  const there = (...words: string[]) =>
    latchkey.runWithInput('', words, { LATCHKEY_URL: stub.url, LATCHKEY_TOKEN: remoteToken })
  return {
    latchkey,
    stub,
    there,
    /** Runs a command that must print only this sentence. */
    expectSentence: async (words: readonly string[], sentence: string, status = 1) => {
      expect(await there(...words)).toEqual({ status, stdout: '', stderr: `${sentence}\n` })
    },
  }
}
