import { maxCountedOpens } from '#lib/domain/people/users/limits.ts'

/** How many accounts somebody opens, as messages count them; Infinity for all. */
export function countOpened(opens: number) {
  const many = opens > maxCountedOpens
  return {
    count: many ? maxCountedOpens : opens,
    all: String(opens === Number.POSITIVE_INFINITY),
    more: many ? '+' : '',
  }
}
