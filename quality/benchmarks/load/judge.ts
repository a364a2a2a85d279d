import type { Answer } from './answer-reader.ts'
import type { Expectation } from './plan.ts'

const lookedAtEvery = 32
const shownCharacters = 160

/** A response was not the expected one. A target with such responses gets no figures. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer'
}

/** @returns a function that compares a response with the expectation, and throws WrongAnswer */
export function createJudge(expect: Expectation): (answer: Answer) => void {
  const members = expect.members && [...expect.members].sort().join()
  let count = 0
  return (answer) => {
    if (answer.status !== expect.status) throw wrong(`${answer.status} in place of ${expect.status}`, answer)
    if (count++ % lookedAtEvery !== 0) return
    if (members !== undefined && membersOf(answer.body) !== members)
      throw wrong(`other members than ${members}`, answer)
    // RFC 9110 §5.1: field names are case-insensitive.
    const head = answer.head.toLowerCase()
    if (expect.head !== undefined && !head.includes(expect.head)) throw wrong(`no "${expect.head}"`, answer)
    if (expect.body !== undefined && !answer.body.includes(expect.body)) throw wrong(`no "${expect.body}"`, answer)
  }
}

function membersOf(body: Buffer): string {
  try {
    return Object.keys(JSON.parse(body.toString('utf8')))
      .sort()
      .join()
  } catch {
    return 'not JSON'
  }
}

function wrong(what: string, { head, body }: Answer): WrongAnswer {
  const seen = `${head.split('\r\n', 1)[0]} ${body.toString('utf8')}`
  return new WrongAnswer(`${what}: ${seen.slice(0, shownCharacters)}`)
}
