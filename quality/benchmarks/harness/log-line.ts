/** What is going on, for whoever waits. */
export function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
