import type { Answer } from './answer-reader.ts'
import type { ServerAddress, SourcePlan } from './plan.ts'
import { formRequest } from './requests.ts'

/** A request, and who is interested in its answer. */
export type Request = Readonly<{ text: string; took?: (answer: Answer) => void }>

/** Gives the next request, whoever asks; undefined when there is none left. */
export type RequestSource = () => Request | undefined

/** All of them, and again from the first. */
export function cycle(texts: readonly string[]): RequestSource {
  const requests = texts.map((text) => ({ text }))
  let index = 0
  return () => requests[index++ % requests.length]
}

/** All of them. */
export function once(texts: readonly string[]): RequestSource {
  let index = 0
  return () => {
    const text = texts[index++]
    return text === undefined ? undefined : { text }
  }
}

/** Every token once, the oldest first; the one in the answer is the newest. */
export function chain(address: ServerAddress, { path, field, pool }: SourcePlan & { kind: 'chain' }): RequestSource {
  const holdings = new Map(pool.entries())
  let [oldest, newest] = [0, holdings.size]
  return () => {
    const holding = holdings.get(oldest)
    if (!holding) return undefined
    holdings.delete(oldest++)
    const { form, token } = holding
    return {
      text: formRequest(address, path, { ...form, [field]: token }),
      took: ({ body }) => {
        const next: unknown = JSON.parse(body.toString('latin1'))[field]
        if (typeof next === 'string') holdings.set(newest++, { form, token: next })
      },
    }
  }
}
