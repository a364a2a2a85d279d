import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Instance } from '../e2e/instances.ts'
import { openCommandServices } from '../lib/foundation/services.ts'
import { readEnv } from '../lib/kernel/env.ts'
import { insertDemoData } from '../lib/server/demo/insert-demo-data.ts'
import { findFreePort } from '../lib/testing/free-port.ts'
import { median, quantile } from '../quality/benchmarks/figures/statistics.ts'
import { launchBrowser } from './browser.ts'
import { buildProduct } from './build-product.ts'
import { signInToDemo } from './demo-sign-in.ts'
import { readAccessLog, timeOpening } from './opening-time.ts'
import { printError, runToEnd } from './run-to-end.ts'

const rounds = 40

/** The maximum median of the server's part of all three requests, in milliseconds. */
const goalMs = 25

/**
 * Measures the time from a click on "Open account" to the account's page, and the server's part of it. It needs an
 * idle machine and prints figures only.
 */
await runToEnd(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-time-'))
  const port = await findFreePort()
  const secret = 'the master secret of a measurement and of nothing else'
  const variables = { BASE_URL: `http://localhost:${port}`, DATA_DIR: dataDir, LATCHKEY_SECRET: secret }
  await buildProduct()
  await fill(variables)
  const product = new Instance(variables, port)
  await product.start()
  try {
    await measure(variables.BASE_URL, product)
  } finally {
    await product.end('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
})

async function fill(variables: Readonly<Record<string, string>>): Promise<void> {
  const services = await openCommandServices(readEnv(variables))
  await insertDemoData(services, printError)
  await services.db.destroy()
}

async function measure(baseURL: string, product: Instance): Promise<void> {
  const browser = await launchBrowser()
  const context = await browser.newContext({ baseURL })
  await signInToDemo(context)
  const opening = await timeOpening(context, rounds)
  const logged = readAccessLog(product.printed, rounds)
  await browser.close()
  const load = `${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`
  console.log("\nMilliseconds from the start of the request to the first byte of its response, by the client's clock.")
  console.log(`Load average, including this measurement: ${load}.\n`)
  console.log(row('', 'median', '95th', 'goal'))
  for (const [address, times] of Object.entries(opening)) {
    console.log(row(address, ...figures(times), address === 'all three' ? judge(times) : ''))
  }
  console.log(row('… by its log', ...figures(logged)))
}

function figures(times: readonly number[]): string[] {
  const sorted = times.toSorted((one, other) => one - other)
  return [median(sorted).toFixed(1), quantile(sorted, 0.95).toFixed(1)]
}

function judge(times: readonly number[]): string {
  return `${goalMs}, ${median(times) <= goalMs ? 'met' : 'missed'}`
}

function row(name: string, ...cells: string[]): string {
  return name.padEnd(16) + cells.map((cell) => cell.padStart(12)).join('')
}
