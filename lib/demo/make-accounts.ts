import type { NewAccount } from '#lib/accounts/account.ts'
import { createRandom, type Random } from '#lib/demo/random.ts'
import { type Region, regions } from '#lib/demo/regions.ts'

/** Any number will do; another one makes other names. */
const seed = 20_261_121

/** Companies of several countries, with the locale of each: the same ones at every call, no name twice. */
export function makeAccounts(count: number): readonly NewAccount[] {
  const random = createRandom(seed)
  const lots = regions.flatMap((region) => Array.from({ length: region.share }, () => region))
  const names = new Set<string>()
  return Array.from({ length: count }, (_, index) => {
    const region = lots[random.below(lots.length)] ?? regions[0]
    if (!region) throw new Error('there is no region')
    const id = `${region.locale.slice(-2)}-${100_000 + index * 7}`
    return { id, name: makeFreshName(region, random, names), locale: region.locale, deepPath: null }
  })
}

function makeFreshName(region: Region, random: Random, taken: Set<string>): string {
  for (;;) {
    const name = makeName(region, random)
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}

function makeName({ patterns, families, places, trades, forms }: Region, random: Random): string {
  return random
    .pick(patterns)
    .replace('{family}', random.pick(families))
    .replace('{place}', random.pick(places))
    .replace('{trade}', random.pick(trades))
    .replace('{form}', random.pick(forms))
}
