import { createLogger } from '@stoplight/prism-core'
import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpProxyConfig,
  type IHttpRequest,
  type IHttpResponse,
  type PrismHttpInstance,
} from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'
import { findFreePort } from '../../resilience/harness/ports.ts'
import type { ApiDocument } from './api-document.ts'
import { forward } from './forward.ts'

/** One request and its answer, and what of them contradicts the document. */
export type Exchange = Readonly<{
  request: IHttpRequest
  answer: IHttpResponse
  /** Of the answer. */
  violations: readonly string[]
  /** Of the request: refusals are asked for on purpose. */
  requestViolations: readonly string[]
}>

export type ValidatingProxy = Readonly<{
  origin: string
  /** Everything that went through it so far. */
  exchanges: readonly Exchange[]
  close: () => Promise<void>
}>

type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>
type Forwarding = NonNullable<Parameters<typeof createInstance>[1]['forward']>

// Callers read Prism's verdict from its own interface.
const logger = createLogger('conformance', { level: 'silent' })

/** Starts the server of `prism proxy` between a client and the product, holding every answer against this document. */
export async function startValidatingProxy(document: ApiDocument, upstream: URL): Promise<ValidatingProxy> {
  const operations = await readOperations(document)
  const config = configFor(upstream)
  const passOn: Forwarding =
    ({ data }) =>
    () =>
    () =>
      settle(forward(data, Number(upstream.port)))
  const server = createServer(operations, { components: { logger, forward: passOn }, config, cors: false })
  const exchanges: Exchange[] = []
  listenIn(server.prism, exchanges)
  const port = await findFreePort()
  await server.listen(port, '127.0.0.1')
  return { origin: `http://127.0.0.1:${port}`, exchanges, close: () => server.close() }
}

/** Validates recorded responses against another document, without new requests. */
export async function revalidate(exchanges: readonly Exchange[], document: ApiDocument): Promise<readonly Exchange[]> {
  const operations = await readOperations(document)
  const config = configFor(new URL('http://localhost'))
  return Promise.all(
    exchanges.map(async ({ request, answer }) => {
      const again: Forwarding = () => () => () => settle(Promise.resolve(answer))
      const instance = createInstance(config, { logger, forward: again })
      return toExchange(request, await run(instance, request, operations, config))
    }),
  )
}

const operationsOf = new WeakMap<ApiDocument, Promise<Operations>>()

function readOperations(document: ApiDocument): Promise<Operations> {
  // It is changed while it is read, which takes a second.
  const operations = operationsOf.get(document) ?? getHttpOperationsFromSpec(structuredClone(document))
  operationsOf.set(document, operations)
  return operations
}

/** What does not fit is reported and passed on: a client is to see what the product answers. */
function configFor(upstream: URL): IHttpProxyConfig {
  return {
    isProxy: true,
    upstream,
    upstreamProxy: undefined,
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    errors: false,
    mock: { dynamic: false },
  }
}

function listenIn(instance: PrismHttpInstance, exchanges: Exchange[]): void {
  const ask = instance.request
  instance.request = (request, operations, config) => async () => {
    const result = await ask(request, operations, config)()
    if (result._tag === 'Right') exchanges.push(toExchange(request, result.right))
    return result
  }
}

type Judged = Awaited<ReturnType<typeof run>>

async function run(
  instance: PrismHttpInstance,
  request: IHttpRequest,
  operations: Operations,
  config: IHttpProxyConfig,
) {
  const result = await instance.request(request, operations, config)()
  if (result._tag === 'Left') throw result.left
  return result.right
}

function toExchange(request: IHttpRequest, { output: answer, validations }: Judged): Exchange {
  const tell = ({ path = [], message }: Readonly<{ path?: string[]; message: string }>) => [...path, message].join(': ')
  return {
    request,
    answer,
    violations: validations.output.map(tell),
    requestViolations: validations.input.map(tell),
  }
}

function settle(answer: Promise<IHttpResponse>) {
  return answer.then(
    (right) => ({ _tag: 'Right', right }) as const,
    (left: Error) => ({ _tag: 'Left', left }) as const,
  )
}
