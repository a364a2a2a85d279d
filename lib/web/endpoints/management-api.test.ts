import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { methodOf, pathOf } from '#lib/foundation/api/path.ts'
import { managementScopes } from '#lib/foundation/authorization/management-scopes.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { openTestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { managementEndpoint } from '#lib/web/endpoints/management-api.ts'
import { endpointTable } from '#lib/web/gateway/endpoint-table.ts'
import { supportsMethod } from '#lib/web/http/define-endpoint.ts'
import { managementOperations } from '#lib/web/management-api/operations.ts'
import { operations } from '#lib/web/openapi/operations.ts'

const toAddress = (path: string) => path.replaceAll(/\{(\w+)\}/g, '[$1]')
const declared = new Set(managementOperations.map(({ route }) => toAddress(pathOf(route))))
const described = new Map(operations.map(({ id, method, path }) => [id, `${method} ${path}`]))
const endpoints = new Map(Object.entries(endpointTable))
const scopeTable = ['docs/management-api.md', 'docs/authorization.md'].map((file) => readFileSync(file, 'utf8'))

/** Paths of the management API that have an endpoint or a description, and no declaration. */
function findUndeclared(paths: readonly string[]): readonly string[] {
  return paths.map(toAddress).filter((path) => /^\/api(\/|$)/.test(path) && !declared.has(path))
}

describe('the management API', () => {
  it.each(managementOperations)('serves and describes $id, and has its scope in the tables', ({ id, route, scope }) => {
    const endpoint = endpoints.get(toAddress(pathOf(route)))
    expect(endpoint && supportsMethod(endpoint, methodOf(route))).toBe(true)
    expect(described.get(id)).toBe(route)
    for (const table of scopeTable) if (scope) expect(table).toContain(`\n| \`${scope}\` |`)
  })

  it('has an operation for each scope', () => {
    expect(new Set(managementOperations.flatMap(({ scope }) => scope ?? []))).toEqual(new Set(managementScopes))
  })

  it('has nothing that is not declared', () => {
    expect(findUndeclared([...endpoints.keys(), ...operations.map(({ path }) => path)])).toEqual([])
    expect(globSync('app/api/**/route.*')).toEqual(['app/api/v1/[...path]/route.ts'])
  })

  it('would notice an endpoint without a declaration', () => {
    expect(findUndeclared(['/api/v1/planted/{id}', '/auth/v1/token'])).toEqual(['/api/v1/planted/[id]'])
  })

  it('answers 404 where no operation is, if the router asks', async () => {
    await openTestServices()
    const response = await callEndpoint(managementEndpoint, new Request(`${testBaseUrl}/api/v1/planted`))
    expect([response.status, (await response.json()).error]).toEqual([404, 'not_found'])
  })
})
