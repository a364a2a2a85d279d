import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export type Asked = Readonly<{
  path: string
  fields: Readonly<Record<string, string>>
  authorization: string
  traceparent?: string | undefined
}>
export type Behaviour = (asked: Asked, response: ServerResponse) => void

/** The key that a test platform knows, and its owner. */
export const platformKey = { id: 'lkid_platform', secret: 'lksec_platform_secret', username: 'crm' } as const

/** Answers in JSON. */
export function say(status: number, content: unknown, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(content))
  }
}

/** What every refusal there says of itself. */
export const theirRequestId = 'req_theirs00000000000000'

/** A refusal of section 8 of the protocol. */
export function refuse(status: number, error: string, description = '', headers = {}): Behaviour {
  return say(status, { error, error_description: description, requestId: theirRequestId }, headers)
}

/** Never answers. */
export const hang: Behaviour = () => undefined

/** Cuts the connection. */
export const reset: Behaviour = (_, response) => {
  response.socket?.resetAndDestroy()
}

/**
 * Another platform on a real port: it does what the protocol says, until it is told to misbehave. As there, a refresh
 * token that was used gets the same successor again while that is the newest; an older one ends its family.
 */
export class TestPlatform {
  readonly asked: Asked[] = []
  /** What answers next in place of the good behaviour, by path; the last one stays where it is to stay. */
  readonly #planned = new Map<string, Behaviour[]>()
  #families: string[][] = []
  #issued = 0
  #accessTokens = new Set<string>()
  url = ''
  expiresIn = 36_000

  /** Once each, in this order. */
  next(path: string, ...behaviours: readonly Behaviour[]): void {
    this.#planned.set(path, [...(this.#planned.get(path) ?? []), ...behaviours])
  }

  /** What the platform itself does, for a behaviour that then loses the answer. */
  readonly behave: Behaviour = (asked, response) => {
    if (asked.path === '/auth/v1/token') this.#answerToken(asked, response)
    else if (asked.path === '/auth/v1/sso') this.#answerGrant(asked, response)
    else refuse(404, 'not_found')(asked, response)
  }

  /** Does the work, and then the answer gets lost. */
  readonly loseAnswer: Behaviour = (asked, response) => {
    const end = response.end.bind(response)
    response.writeHead = () => response
    response.end = () => {
      response.socket?.resetAndDestroy()
      return end()
    }
    this.behave(asked, response)
  }

  /** As if the key had been revoked or its tokens forgotten. */
  forgetAccessTokens(): void {
    this.#accessTokens.clear()
  }

  forgetRefreshTokens(): void {
    this.#families = []
  }

  /** How often tokens were asked for, by grant type. */
  count(grantType: string): number {
    return this.asked.filter(({ fields }) => fields.grantType === grantType).length
  }

  async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.url)
    const fields = Object.fromEntries(new URLSearchParams(await text(request)))
    const asked = {
      path: pathname,
      fields,
      authorization: request.headers.authorization ?? '',
      traceparent: request.headersDistinct.traceparent?.[0],
    }
    this.asked.push(asked)
    const behaviour = this.#planned.get(pathname)?.shift() ?? this.behave
    behaviour(asked, response)
  }

  #answerToken(asked: Asked, response: ServerResponse): void {
    const { grantType, clientId, clientSecret, refreshToken = '' } = asked.fields
    const isKey = clientId === platformKey.id && clientSecret === platformKey.secret
    if (grantType === 'client_credentials') {
      if (isKey) this.#issue(asked, response, this.#families[this.#families.push([]) - 1] ?? [])
      else refuse(401, 'invalid_client')(asked, response)
      return
    }
    const family = this.#families.find((tokens) => tokens.includes(refreshToken))
    const age = family ? family.length - 1 - family.indexOf(refreshToken) : 2
    if (age > 1) this.#families = this.#families.filter((other) => other !== family)
    if (!family || age > 1 || clientId !== platformKey.username) refuse(400, 'invalid_grant')(asked, response)
    else this.#issue(asked, response, family, age === 1)
  }

  #issue(asked: Asked, response: ServerResponse, family: string[], again = false): void {
    this.#issued += 1
    const accessToken = `at_${this.#issued}`
    this.#accessTokens.add(accessToken)
    if (!again) family.push(`rt_${this.#issued}`)
    const refreshToken = family.at(-1)
    say(200, { accessToken, expiresIn: this.expiresIn, tokenType: 'Bearer', refreshToken })(asked, response)
  }

  #answerGrant(asked: Asked, response: ServerResponse): void {
    if (!this.#accessTokens.has(asked.authorization.replace('Bearer ', ''))) {
      refuse(401, 'invalid_token')(asked, response)
      return
    }
    const query = new URLSearchParams({ token: `grant_${this.asked.length}`, deepPath: asked.fields.deepPath ?? '' })
    say(200, { grantUrl: `${this.url}/sso?${query}`, expiresIn: 15 })(asked, response)
  }
}

/** Starts one for this test, and ends it afterwards. @param port a certain one, for a platform that comes back */
export async function startTestPlatform(port = 0): Promise<TestPlatform> {
  const platform = new TestPlatform()
  const server = createServer((request, response) => void platform.receive(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  platform.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return platform
}

/** The variables that make it the platform of a launcher. */
export function platformVariables(platform: TestPlatform): Record<string, string> {
  return {
    PLATFORM_URL: platform.url,
    PLATFORM_CLIENT_ID: platformKey.id,
    PLATFORM_CLIENT_SECRET: platformKey.secret,
    PLATFORM_USERNAME: platformKey.username,
  }
}
