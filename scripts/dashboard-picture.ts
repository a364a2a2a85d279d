import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { EnvError } from '../lib/kernel/env.ts'
import { queryTarget, readPanels } from '../lib/testing/dashboard.ts'
import { type Prometheus, type Range, startPrometheus } from '../lib/testing/prometheus.ts'
import { launchBrowser } from './browser.ts'
import { buildProduct } from './build-product.ts'
import { type DrawnPanel, drawDashboard } from './dashboard-picture/draw-dashboard.ts'
import { receiveEvents, runLoad } from './dashboard-picture/load.ts'
import { printError, runToEnd } from './run-to-end.ts'
import { openContext, type ShownProduct } from './screenshots/product.ts'
import { pictureFolder } from './screenshots/readme.ts'

const baseUrl = 'http://localhost:3281'
const metricsPort = 9464
const everySeconds = 5
const loadSeconds = 330
const shownSeconds = 300
const maxBytes = 100_000

/**
 * Takes the picture of `docs/monitoring.md`: runs the product with its demonstration data and some load next to the
 * installed Prometheus, and draws the Grafana dashboard. Fails if a panel has no data.
 */
await runToEnd(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-dashboard-'))
  Object.assign(process.env, {
    PORT: '3281',
    HOST: '127.0.0.1',
    BASE_URL: baseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    METRICS_PORT: String(metricsPort),
    WEBHOOK_NETWORKS: '127.0.0.1',
  })
  await buildProduct()
  const { startServer } = await import('../server.ts')
  const { insertDemoData } = await import('../lib/server/demo/insert-demo-data.ts')
  const running = await startServer()
  const demo = await insertDemoData(running.services, printError)
  const closeReceiver = await receiveEvents(running.services, 3282)
  await using prometheus = await startPrometheus({ port: metricsPort, everySeconds })
  const product = { browser: await launchBrowser(), baseUrl, demo }
  printError(`Load for ${loadSeconds} seconds …`)
  await runLoad(product, loadSeconds)
  const end = Math.floor(Date.now() / 1_000)
  const range = { start: end - shownSeconds, end, step: everySeconds }
  const panels = await queryPanels(prometheus, range)
  await takePicture(product, drawDashboard(panels, range).markup)
  closeReceiver()
  await product.browser.close()
  await running.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function queryPanels(prometheus: Prometheus, range: Range): Promise<readonly DrawnPanel[]> {
  const panels = await Promise.all(
    readPanels().map(async (panel) => {
      const lines = await Promise.all(panel.targets.map((target) => queryTarget(prometheus, target, range)))
      return { ...panel, lines: lines.flat() }
    }),
  )
  const empty = panels.filter(({ lines }) => lines.length === 0).map(({ title }) => title)
  if (empty.length > 0) throw new EnvError(`Panels without data: ${empty.join(', ')}.`)
  return panels
}

async function takePicture(product: ShownProduct, body: string): Promise<void> {
  const viewport = { width: 1200, height: 1200 }
  const context = await openContext(product, { viewport, colorScheme: 'light', deviceScaleFactor: 1.25 })
  const page = await context.newPage()
  await page.route('/dashboard', (route) => route.fulfill({ body, contentType: 'text/html' }))
  // The first visit doesn't wait for fonts.
  for (let visit = 1; visit <= 2; visit++) await page.goto('/dashboard', { waitUntil: 'networkidle' })
  const file = join(pictureFolder, 'monitoring.webp')
  // With a palette, lossless WebP is a third smaller.
  const flat = await sharp(await page.screenshot({ fullPage: true }))
    .png({ palette: true, dither: 0 })
    .toBuffer()
  await sharp(flat).webp({ lossless: true, effort: 6 }).toFile(file)
  if (statSync(file).size > maxBytes) throw new EnvError(`${file} is larger than ${maxBytes} bytes.`)
}
