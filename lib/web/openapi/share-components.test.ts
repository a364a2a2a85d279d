import { describe, expect, it } from 'vitest'
import { type OpenApiDocument, openApiDocument } from '#lib/web/openapi/openapi-document.ts'
import { shareComponents } from '#lib/web/openapi/share-components.ts'

const document = openApiDocument('https://login.example.com')
const shared = JSON.parse(JSON.stringify(shareComponents(document)))
const text = JSON.stringify(shared)
const kinds = ['schemas', 'responses', 'parameters', 'headers']

function find(reference: string): unknown {
  const [, ...path] = reference.split('/')
  return path.reduce((value: unknown, name) => Reflect.get(Object(value), name), shared)
}

/** With the value in place of each reference, but for the one that is written by hand next to other members. */
function resolve(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolve)
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value && Object.keys(value).length === 1) return resolve(find(String(value.$ref)))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member)]))
}

function withoutNames(value: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(value, (name, member) => (name === 'component' ? undefined : member)))
}

function countReferences(reference: string): number {
  return text.split(`"${reference}"`).length - 1
}

describe('the published document', () => {
  it('says the same as the one without components', () => {
    const { paths, webhooks, ...rest } = withoutNames(document)
    expect(resolve(shared.paths)).toEqual(paths)
    expect(resolve(shared.webhooks)).toEqual(webhooks)
    expect(shared).toMatchObject({ openapi: rest.openapi, info: rest.info, servers: rest.servers, tags: rest.tags })
    expect(shared.components.securitySchemes).toEqual(rest.components.securitySchemes)
  })

  it('is less than half as long', () => {
    expect(text.length * 2).toBeLessThan(JSON.stringify(document).length)
  })

  it('has what its references name, and no component that nothing refers to', () => {
    for (const [reference] of text.matchAll(/#\/components\/[^"]+/g)) expect(find(reference), reference).toBeDefined()
    const names = kinds.flatMap((kind) =>
      Object.keys(shared.components[kind]).map((name) => `#/components/${kind}/${name}`),
    )
    expect(names.filter((name) => countReferences(name) === 0)).toEqual([])
    const inlined = names.filter((name) => !name.startsWith('#/components/schemas/'))
    expect(inlined.filter((name) => countReferences(name) === 1)).toEqual([])
    expect(names.filter((name) => !/^[\w./#-]+$/.test(name))).toEqual([])
  })

  it('names the resources, so that generated clients do', () => {
    const { schemas, parameters, headers } = shared.components
    const resources = [
      'Account',
      'AccountGroup',
      'User',
      'ApiKey',
      'ApiKeySecret',
      'HandOver',
      'ReturnAddress',
      'Webhook',
    ]
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(resources))
    expect(Object.keys(parameters)).toEqual(expect.arrayContaining(['accountId', 'limit', 'cursor']))
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(['X-Request-Id', 'RateLimit']))
    const { schema } = shared.paths['/api/v1/accounts'].get.responses['200'].content['application/json']
    expect(schema.properties.items.items).toEqual({ $ref: '#/components/schemas/ListedAccount' })
  })

  it('keeps no name inside a schema', () => {
    expect(text).not.toContain('"component":')
  })
})

it('refuses two different schemas of one name', () => {
  const path = '/api/v1/users/{userId}'
  const renamed = JSON.parse(
    JSON.stringify(document.paths[path]).replace('"component":"User"', '"component":"ListedUser"'),
  )
  expect(() => shareComponents({ ...document, paths: { ...document.paths, [path]: renamed } })).toThrow(
    'two different schemas are called ListedUser',
  )
})
