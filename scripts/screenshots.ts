import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from './browser.ts'
import { buildProduct } from './build-product.ts'
import { readCommandLine, readScriptOptions } from './read-options.ts'
import { printError, runToEnd } from './run-to-end.ts'
import { takeContactSheets } from './screenshots/contact-sheets.ts'
import { takeReadmePictures } from './screenshots/readme.ts'
import { recordLaunch } from './screenshots/recording.ts'

const baseUrl = 'http://localhost:3280'

const choice = readCommandLine((words) => {
  const { values, positionals } = readScriptOptions(words, {
    all: { type: 'boolean', default: false },
    languages: { type: 'string', default: 'en' },
    themes: { type: 'string', default: 'light,dark' },
    widths: { type: 'string', default: '390,768,1440' },
  })
  return {
    all: values.all,
    languages: values.languages.split(','),
    themes: values.themes.split(',').filter((theme) => theme === 'light' || theme === 'dark'),
    widths: values.widths.split(',').map(Number),
    only: positionals,
  }
})

/**
 * Takes pictures of the product with its demonstration data: by default those of the README and the recording; with
 * `--all` every screen in both themes and three widths, as contact sheets. `--languages de,nl`, `--themes dark`,
 * `--widths 390,1440` and names of screens limit the sheets.
 */
await runToEnd(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-screenshots-'))
  Object.assign(process.env, {
    PORT: '3280',
    HOST: '127.0.0.1',
    BASE_URL: baseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  })
  await buildProduct()
  const { startServer } = await import('../server.ts')
  const { insertDemoData } = await import('../lib/server/demo/insert-demo-data.ts')
  const running = await startServer()
  const demo = await insertDemoData(running.services, printError)
  const browser = await launchBrowser()
  const product = { browser, baseUrl, demo }
  if (choice.all) await takeContactSheets(product, choice)
  else {
    await takeReadmePictures(product)
    await recordLaunch(product)
  }
  await browser.close()
  await running.close()
  rmSync(dataDir, { recursive: true, force: true })
})
