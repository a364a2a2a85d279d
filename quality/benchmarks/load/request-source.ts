import type { Answer } from './answer-reader.ts'
import type { ServerAddress, SourcePlan } from './plan.ts'
import { formRequest } from './requests.ts'

/** A request, and the handler of its response. */
export type Request = Readonly<{ text: string; took?: (answer: Answer) => void }>

/** Returns the next request; undefined when there are no more. */
export type RequestSource = () => Request | undefined

/** Repeats the requests in order. */
export function cycle(texts: readonly string[]): RequestSource {
  const requests = texts.map((text) => ({ text }))
  let index = 0
  return () => requests[index++ % requests.length]
}

/** Sends each request once. */
export function once(texts: readonly string[]): RequestSource {
  let index = 0
  return () => {
    const text = texts[index++]
    return text === undefined ? undefined : { text }
  }
}

/** Uses every token once, the oldest first, and appends the token of each response. */
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
