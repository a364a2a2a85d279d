import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { TestRunner } from 'vitest'

/**
 * Runs the same module in several processes. Each waits after its imports until all have come that far. In `npm test`,
 * the test runs on both engines: nothing records the statements of other processes.
 * @returns what each printed
 */
export async function runAtOnce(count: number, imports: string, work: string): Promise<string[]> {
  const test = TestRunner.getCurrentTest()
  if (test) test.meta.runsOnBoth = true
  const script = `
    import { once } from 'node:events'
    ${imports}
    process.send('ready')
    await once(process, 'message')
    process.disconnect()
    ${work}`
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }),
  )
  const outputs = children.map(async (child) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part) => {
        output += part
      })
    }
    await once(child, 'close')
    return output
  })
  await Promise.all(children.map((child) => once(child, 'message')))
  for (const child of children) child.send('go')
  return Promise.all(outputs)
}
