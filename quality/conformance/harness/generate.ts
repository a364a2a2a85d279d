import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from './product.ts'
import { runProgram } from './run-program.ts'

const conformance = join(import.meta.dirname, '..')
/** Ignored by git: what generators wrote. */
export const generated = join(conformance, '.generated')
const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  types: [],
}
const typescript = join(conformance, '../../node_modules/typescript/bin/tsc')

/** Saves the product's `/openapi.json` for tools that read a file. @returns the file */
export async function saveDocument({ baseUrl }: Product): Promise<string> {
  const file = join(generated, 'openapi.json')
  mkdirSync(generated, { recursive: true })
  writeFileSync(file, await (await fetch(`${baseUrl}/openapi.json`)).text())
  return file
}

/**
 * Runs the command of a package.
 * @param folder the package that has it among its dependencies
 * @returns what it printed. @throws what it said when it failed
 */
export function runTool(name: string, words: readonly string[], folder = conformance): Promise<string> {
  const command = realpathSync(join(folder, 'node_modules/.bin', name))
  return runProgram(process.execPath, [command, ...words], { REDOCLY_TELEMETRY: 'off' })
}

/**
 * Compiles `clients/generated/<name>.ts` against what a generator wrote, under `strict`.
 * @throws the compiler's messages
 */
export async function compileGenerated(...names: readonly [string, ...string[]]): Promise<void> {
  const config = join(generated, `tsconfig.${names[0]}.json`)
  writeFileSync(config, JSON.stringify({ compilerOptions, files: names.map(toFile) }))
  await runProgram(process.execPath, [typescript, '-p', config, '--checkers', '1'])
}

/** Imports a client that {@link compileGenerated} compiled. */
export async function importGenerated<Client>(name: string): Promise<Client> {
  return (await import(toFile(name))).client
}

function toFile(name: string): string {
  return join(conformance, 'clients/generated', `${name}.ts`)
}
