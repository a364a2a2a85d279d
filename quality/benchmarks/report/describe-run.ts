import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noteCircumstances } from '../../resilience/report/circumstances.ts'
import type { Choice } from '../choice.ts'
import type { Run } from '../figures/record.ts'

/** Describes the run that begins now. */
export function describeRun(root: string, { rounds, seconds }: Choice): Run {
  return {
    ...noteCircumstances(root),
    versions: describeVersions(root),
    rounds,
    seconds,
  }
}

function describeVersions(root: string): string {
  const product = readPackage(join(root, 'package.json')).dependencies
  const peers = readPackage(join(root, 'quality/benchmarks/package.json')).dependencies
  return [
    `Next ${product.next}`,
    `node-oidc-provider ${peers['oidc-provider']}`,
    `better-auth ${peers['better-auth']}`,
    `jose ${product.jose}`,
  ].join(', ')
}

function readPackage(file: string): { dependencies: Readonly<Record<string, string>> } {
  return JSON.parse(readFileSync(file, 'utf8'))
}
