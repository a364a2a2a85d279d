import { expect } from 'vitest'
import type { EndpointResponse } from '#lib/web/http/endpoint.ts'
import { contentOf } from '#lib/web/openapi/described-responses.ts'
import { openApiDocument } from '#lib/web/openapi/openapi-document.ts'
import type { Operation } from '#lib/web/openapi/operation.ts'
import { operations } from '#lib/web/openapi/operations.ts'

const { paths } = openApiDocument('https://login.example.com')
const operationPatterns = operations.map((operation) => ({ operation, pattern: toPattern(operation.path) }))
const contents = new Map<string, ReturnType<typeof contentOf>>()

/**
 * The answer, which fails the test unless status, headers and body are what is published about its address. An address
 * about which nothing is published (`lib/web/openapi/operations.test.ts` lists them) may answer anything.
 */
export function asDescribed({ method, url }: Request, answer: EndpointResponse): EndpointResponse {
  const { pathname } = new URL(url)
  const ofPath = operationPatterns.filter(({ pattern }) => pattern.test(pathname)).map(({ operation }) => operation)
  const name = method === 'HEAD' ? 'GET' : method
  const operation = ofPath.find((described) => described.method === name) ?? ofPath[0]
  if (!operation || method === 'OPTIONS') return answer
  const { id, path } = operation
  const response = paths[path]?.[operation.method.toLowerCase()]?.responses[String(answer.status)]
  if (!response) throw new Error(`${id} is not described to answer ${answer.status}: ${answer.body}`)
  const missing = Object.entries(response.headers)
    .filter(([name, { required }]) => required && !(name in answer.headers))
    .map(([name]) => name)
  expect(missing, `headers that ${id} is described to answer ${answer.status} with`).toEqual([])
  expectContent(operation, answer)
  return answer
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

function expectContent(operation: Operation, { status, headers, body }: EndpointResponse): void {
  if (body instanceof ReadableStream) return
  const key = `${operation.id} ${status}`
  const content = contents.get(key) ?? contentOf(operation, status)
  contents.set(key, content)
  if (content === 'nothing') expect(body ?? '').toBe('')
  else if (content === 'page') expect(headers['Content-Type']).toBe('text/html; charset=utf-8')
  else expect(content?.safeParse(JSON.parse(String(body))).error).toBeUndefined()
}
