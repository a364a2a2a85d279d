import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { generated, runTool, saveDocument } from '../harness/generate.ts'

const { baseUrl, keyId, secret } = inject('product')
const document = await saveDocument(inject('product'))

const { paths }: { paths: Record<string, Record<string, { summary: string }>> } = JSON.parse(
  readFileSync(document, 'utf8'),
)

/**
 * The requests that Postman can't fill in: the link and the IDs are made up, the key is not rotatable and manages
 * nothing.
 */
const notGranted: Readonly<Record<string, number>> = {
  '/sso': 403,
  '/launch/{accountId}': 303,
  '/auth/v1/verify': 401,
  '/auth/v1/keys/rotate': 403,
  ...Object.fromEntries(Object.keys(paths).flatMap((path) => (path.startsWith('/api/v1/') ? [[path, 403]] : []))),
  '/api/v1/grants/{grantId}': 404,
  '/api/v1/refusals': 403,
  '/api/v1/refusals/{requestId}': 404,
}

type Run = Readonly<{
  item: Readonly<{ name: string }>
  response: Readonly<{ code: number; stream: Readonly<{ data: number[] }> }>
}>

/** Imports the document with these settings, fills in variables, and sends every request as imported. */
async function runCollection(settings: readonly string[]): Promise<readonly (readonly [string, number])[]> {
  const [collection, report] = [join(generated, 'collection.json'), join(generated, 'newman.json')]
  rmSync(report, { force: true })
  const tools = import.meta.dirname
  await runTool('openapi2postmanv2', ['-s', document, '-o', collection, '-p', ...settings], tools)
  const variables = { basicAuthUsername: keyId, basicAuthPassword: secret, bearerToken: await issueToken() }
  const words = Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`])
  const reporter = ['--reporters', 'json', '--reporter-json-export', report, '--ignore-redirects']
  await runTool('newman', ['run', collection, ...words, ...reporter], tools)
  const { run }: { run: { executions: readonly Run[] } } = JSON.parse(readFileSync(report, 'utf8'))
  return run.executions.map(({ item, response }) => [item.name, response.code])
}

async function issueToken(): Promise<string> {
  const body = new URLSearchParams({ grantType: 'client_credentials', clientId: keyId, clientSecret: secret })
  const response = await fetch(`${baseUrl}/auth/v1/token`, { method: 'POST', body })
  return (await response.json()).accessToken
}

describe.each([
  ['as Postman imports by default', [], { origin: 403 }],
  // Postman doesn't encode the slashes of an origin, so that is another path.
  ['with values taken from examples', ['-O', 'parametersResolution=Example'], { origin: 404 }],
])('a Postman collection, %s', (_name, settings, { origin }) => {
  const expected = { ...notGranted, '/api/v1/return-addresses/{origin}': origin }
  let statuses: ReadonlyMap<string, number>
  beforeAll(async () => {
    statuses = new Map(await runCollection(settings))
  })

  it('gets 200 from everything that programs call', () => {
    const called = Object.keys(paths).filter((path) => !(path in expected))
    expect(called.length).toBeGreaterThan(8)
    expect(called.map((path) => [path, statusOf(path)])).toEqual(called.map((path) => [path, 200]))
  })

  it('gets the described response from everything else', () => {
    expect(Object.keys(expected).map((path) => [path, statusOf(path)])).toEqual(Object.entries(expected))
  })

  function statusOf(path: string): number | undefined {
    const [{ summary } = { summary: '' }] = Object.values(paths[path] ?? {})
    return statuses.get(summary)
  }
})
