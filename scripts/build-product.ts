import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyFonts } from './fonts.ts'
import { root, runStep } from './run-to-end.ts'

const stampFile = join(root, '.next', 'latchkey-built')
const sources = [
  '{app,components,lib}/**/*.{ts,tsx,css}',
  'lib/**/*.json',
  'next.config.ts',
  'package-lock.json',
  'tsconfig.json',
]

/** Builds the pages unless `.next` was built from exactly these sources. */
export async function buildProduct(): Promise<void> {
  Object.assign(process.env, { NODE_ENV: 'production' })
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  copyFonts()
  const wanted = hashSources()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  await buildPages()
  writeFileSync(stampFile, wanted)
}

/** Fails if the build opens a database: its pages would contain data. */
async function buildPages(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-build-'))
  const variables = { DATA_DIR: dataDir, DATABASE_URL: '' }
  await runStep(
    'Building the pages: about a minute …',
    ['next/dist/bin/next', 'build', '--experimental-next-config-strip-types'],
    variables,
  )
  const left = readdirSync(dataDir)
  rmSync(dataDir, { recursive: true })
  if (left.length > 0) throw new Error(`The build opened a database: it left ${left.join(', ')} behind.`)
}

function hashSources(): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root }).filter((file) => !file.includes('.test.'))
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}
