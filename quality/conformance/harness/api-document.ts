import type { IHttpRequest } from '@stoplight/prism-http'

type Content = Readonly<Record<string, Readonly<{ schema: object }>>>
type Operation = Readonly<{ responses: Readonly<Record<string, Readonly<{ content?: Content }>>> }>

/** An OpenAPI document, as far as it is read here: the rest is Prism's business. */
export type ApiDocument = Readonly<{ paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }>

/** Server errors, which no request can provoke. */
const trouble = ['500', '502', '503']

/** Every answer that the document tells of, such as `POST /auth/v1/token → 401`, but for those of trouble. */
export function listDescribed({ paths }: ApiDocument): readonly string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      Object.keys(responses)
        .filter((status) => !trouble.includes(status))
        .map((status) => `${method.toUpperCase()} ${path} → ${status}`),
    ),
  )
}

/** Where a request belongs in the document; undefined where it tells nothing of the path. */
export function findPath({ paths }: ApiDocument, { url }: IHttpRequest): string | undefined {
  return Object.keys(paths).find((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url.path))
}

/** The same request, by the method that its address takes: what any other one gets is described there. */
export function underDescribedMethod(document: ApiDocument, request: IHttpRequest): IHttpRequest {
  const operations = document.paths[findPath(document, request) ?? ''] ?? {}
  const [method = request.method] = Object.keys(operations)
  return request.method in operations ? request : { ...request, method: method as IHttpRequest['method'] }
}

/** The same document, in which every JSON answer has a member more than there is. */
export function withAnotherMember(document: ApiDocument): ApiDocument {
  const text = JSON.stringify(document, (key, value) => (key === 'application/json' ? requireMore(value) : value))
  return JSON.parse(text)
}

function requireMore({ schema, ...rest }: Readonly<{ schema: object }>) {
  return { ...rest, schema: { allOf: [schema, { type: 'object', required: ['nobodySendsThis'] }] } }
}
