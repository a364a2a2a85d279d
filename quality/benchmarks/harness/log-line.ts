/** Prints progress to standard error. */
export function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
