import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** How samples of a language are run as they stand: what interprets a file, and whose presence decides. */
const interpreters = {
  curl: { command: 'sh', file: 'sample.sh', asks: 'curl' },
  JavaScript: { command: process.execPath, file: 'sample.mjs', asks: process.execPath },
  Python: { command: 'python3', file: 'sample.py', asks: 'python3' },
  PHP: { command: 'php', file: 'sample.php', asks: 'php' },
} as const

export type SampleLanguage = keyof typeof interpreters

export const sampleLanguages = Object.keys(interpreters) as SampleLanguage[]

/** Why samples of this language cannot be run on this machine, if so. */
export function whyNotRunnable(language: SampleLanguage): string | undefined {
  const { asks } = interpreters[language]
  return spawnSync(asks, ['--version']).error ? `${asks} is not installed here` : undefined
}

/** The OpenAPI document, indented, has over 1 MiB. */
const maxOutputBytes = 8 * 1024 * 1024

export type Ran = Readonly<{ code: number; output: string; errors: string }>

/** Runs a sample with these variables in its environment. */
export function runSample(
  language: SampleLanguage,
  source: string,
  variables: Readonly<Record<string, string>>,
): Promise<Ran> {
  const { command, file } = interpreters[language]
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sample-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, file), source)
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...variables }, maxBuffer: maxOutputBytes }
    execFile(command, [join(folder, file)], options, (error, output, errors) =>
      resolve({ code: error ? Number(error.code) : 0, output, errors }),
    )
  })
}
