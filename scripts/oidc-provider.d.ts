/** The package has no types, and those published for it bring the types of its framework. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
  type Context = Readonly<{
    oidc: Readonly<{
      provider: Provider
      client: Readonly<{ clientId: string }>
      session: Readonly<{ accountId: string }>
    }>
  }>

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    readonly Grant: new (
      subject: Readonly<{ clientId: string; accountId: string }>,
    ) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }

  type PageContext = { body: unknown }
  export type ShowPage = (context: PageContext, form: string) => Promise<void>
  export type LoadGrant = (context: Context) => Promise<Grant>
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export default class MemoryAdapter {
    constructor(name: string)
    upsert(id: string, payload: object, expiresIn: number): Promise<void>
    find(id: string): Promise<unknown>
    destroy(id: string): Promise<void>
  }
}
