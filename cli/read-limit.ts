import { InvalidArgumentError } from 'commander'

/** How many items of a list of the newest are shown without `--limit`. */
export const usualLimit = 50

/** The value of `--limit`. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('Enter a whole number from 1 to 99999.')
  return Number(text)
}
