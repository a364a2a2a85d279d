/*
 * A client of a Latchkey platform without dependencies, to copy. It runs in Node.js 20 and newer, and in any runtime
 * with `fetch`. Use it on a server only, because it holds a key and its secret.
 */

export type LatchkeyOptions = Readonly<{
  /** The platform's URL, such as `https://login.example.com`. */
  baseUrl: string
  /** Key ID and secret of an API key. They open every account of the key. */
  clientId: string
  clientSecret: string
  /**
   * Username or email address of the key's owner. With it, tokens are renewed by refresh token and the secret is rarely
   * sent; without it, each new token is requested with the key.
   */
  username?: string | undefined
  /** Time limit of one request. Default: 3 seconds, so that a lost refresh can be repeated within the retry window. */
  timeoutMs?: number
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch
  /** A clock in milliseconds that never goes back. */
  now?: () => number
}>

export type OpenAccount = Readonly<{
  accountId: string
  /** Where "End and return" leads; its origin must be a registered return address. */
  backUrl?: string
  /** Language and region in lower case, such as `de-at`. */
  locale?: string
  /** Where inside the account to land: `/accounts/<accountId>` or below. */
  deepPath?: string
  signal?: AbortSignal
}>

/** A link that signs a user in to an account. Redirect the browser at once: it works once, for `expiresIn` seconds. */
export type SignInLink = Readonly<{ grantUrl: string; expiresIn: number }>

export type LatchkeyClient = Readonly<{
  /** @throws LatchkeyRefusal, LatchkeyUnreachable, or the signal's reason */
  openAccount: (account: OpenAccount) => Promise<SignInLink>
  /** An access token for other calls to the platform. Throws the same errors. */
  accessToken: (signal?: AbortSignal) => Promise<string>
}>

/** The platform refused the request. Decide by `error`; quote `requestId` to the platform's operators. */
export class LatchkeyRefusal extends Error {
  readonly status: number
  readonly error: string
  readonly requestId: string | undefined
  /** From `Retry-After`, if the platform sent one. */
  readonly retryAfterMs: number | undefined

  constructor(refusal: Readonly<{ status: number; body: ResponseBody; retryAfterMs: number | undefined }>) {
    const { error, error_description: description, requestId } = refusal.body
    super(`${error}: ${description} (${requestId})`)
    this.name = 'LatchkeyRefusal'
    this.status = refusal.status
    this.error = String(error)
    this.requestId = typeof requestId === 'string' ? requestId : undefined
    this.retryAfterMs = refusal.retryAfterMs
  }
}

/** The response was lost or isn't the platform's: the network, a proxy, or a platform that is down. */
export class LatchkeyUnreachable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'LatchkeyUnreachable'
  }
}

/**
 * Create one client per key and process. It keeps the access token, renews it before it expires, one renewal at a time,
 * and repeats requests that were lost or that a busy platform refused.
 */
export function createLatchkeyClient(options: LatchkeyOptions): LatchkeyClient {
  const post = createPost(options)
  const tokens = createTokens(options, post)

  async function openAccount({ signal, ...fields }: OpenAccount): Promise<SignInLink> {
    const accessToken = await tokens.get(signal)
    try {
      return await requestLink(fields, accessToken, signal)
    } catch (error) {
      // Revoked or just expired: retry with a new token.
      if (!(error instanceof LatchkeyRefusal) || error.error !== 'invalid_token') throw error
      tokens.forget(accessToken)
      return requestLink(fields, await tokens.get(signal), signal)
    }
  }

  async function requestLink(fields: Fields, accessToken: string, signal?: AbortSignal): Promise<SignInLink> {
    const { grantUrl, expiresIn } = await post('/auth/v1/sso', fields, { accessToken, signal })
    if (typeof grantUrl !== 'string' || typeof expiresIn !== 'number') {
      throw new LatchkeyUnreachable('The response contains no sign-in link.')
    }
    return { grantUrl, expiresIn }
  }

  return { openAccount, accessToken: tokens.get }
}

type Tokens = Readonly<{ accessToken: string; refreshToken: string; renewAt: number; endsAt: number }>

/** An access token is renewed this long before it expires, or after nine tenths of its lifetime if that is later. */
const marginMs = 60_000

/** Keeps one pair of tokens. Concurrent callers that need a new one share one request. */
function createTokens(options: LatchkeyOptions, post: Post) {
  const { clientId, clientSecret, username, now = () => performance.now() } = options
  let kept: Tokens | undefined
  let renewing: Promise<Tokens> | undefined

  async function get(signal?: AbortSignal): Promise<string> {
    signal?.throwIfAborted()
    const at = now()
    if (kept && at < kept.renewAt) return kept.accessToken
    renewing ??= renew().finally(() => {
      renewing = undefined
    })
    // While the current token is valid, callers neither wait for the renewal nor fail with it.
    renewing.catch(() => {})
    if (kept && at < kept.endsAt) return kept.accessToken
    return (await untilAborted(renewing, signal)).accessToken
  }

  async function renew(): Promise<Tokens> {
    kept = kept && username !== undefined ? await refresh(kept, username) : await requestWithKey()
    return kept
  }

  async function refresh({ refreshToken }: Tokens, owner: string): Promise<Tokens> {
    try {
      // Repeated after a lost response, the same token returns the same successor.
      return await request({ grantType: 'refresh_token', clientId: owner, refreshToken })
    } catch (error) {
      if (error instanceof LatchkeyRefusal && error.error === 'invalid_grant') return requestWithKey()
      throw error
    }
  }

  function requestWithKey(): Promise<Tokens> {
    return request({ grantType: 'client_credentials', clientId, clientSecret })
  }

  async function request(fields: Fields): Promise<Tokens> {
    const sentAt = now()
    const { accessToken, refreshToken, expiresIn } = await post('/auth/v1/token', fields)
    if (typeof accessToken !== 'string' || typeof refreshToken !== 'string' || typeof expiresIn !== 'number') {
      throw new LatchkeyUnreachable('The response contains no tokens.')
    }
    const lifeMs = expiresIn * 1_000
    const endsAt = sentAt + lifeMs
    return { accessToken, refreshToken, endsAt, renewAt: endsAt - Math.min(marginMs, lifeMs / 10) }
  }

  /** Drops a refused access token and keeps its refresh token. A newer access token stays. */
  function forget(accessToken: string): void {
    if (kept?.accessToken === accessToken) kept = { ...kept, renewAt: 0, endsAt: 0 }
  }

  return { get, forget }
}

type Fields = Readonly<Record<string, string | undefined>>
type ResponseBody = Readonly<Record<string, unknown>>
type Sending = Readonly<{ accessToken?: string; signal?: AbortSignal | undefined }>
type Post = (path: string, fields: Fields, sending?: Sending) => Promise<ResponseBody>

const attempts = 3
/** Between two attempts without `Retry-After`. */
const pauseMs = 200
/** A longer `Retry-After` is thrown to the caller. */
const maxPauseMs = 3_000

/**
 * Posts a form and returns the JSON of the response. Repeats lost requests and 503 responses: all requests here are
 * safe to repeat.
 */
function createPost({ baseUrl, timeoutMs = 3_000, fetch: send = fetch }: LatchkeyOptions): Post {
  return async (path, fields, sending = {}) => {
    for (let left = attempts - 1; ; left--) {
      try {
        return await postOnce(path, fields, sending)
      } catch (error) {
        const waitMs = retryDelayMs(error)
        if (left === 0 || waitMs === undefined) throw error
        await pause(waitMs, sending.signal)
      }
    }
  }

  async function postOnce(path: string, fields: Fields, { accessToken, signal }: Sending): Promise<ResponseBody> {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await send(new URL(path, baseUrl), {
        method: 'POST',
        headers: accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` },
        body: new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : []))),
        // Don't send a secret to another origin.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      return await readBody(response)
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof LatchkeyRefusal || error instanceof LatchkeyUnreachable) throw error
      throw new LatchkeyUnreachable('The response was lost.', error)
    }
  }
}

async function readBody(response: Response): Promise<ResponseBody> {
  const text = await response.text()
  const body = parseObject(text)
  if (!body || (!response.ok && typeof body.error !== 'string')) {
    throw new LatchkeyUnreachable(`The response (${response.status}) isn't the platform's.`)
  }
  if (response.ok) return body
  const seconds = response.headers.get('Retry-After')
  const retryAfterMs = seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) * 1_000 : undefined
  throw new LatchkeyRefusal({ status: response.status, body, retryAfterMs })
}

function parseObject(text: string): ResponseBody | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? { ...body } : undefined
  } catch {
    return undefined
  }
}

/** `undefined` if a retry would not help. */
function retryDelayMs(error: unknown): number | undefined {
  if (error instanceof LatchkeyUnreachable) return pauseMs
  if (!(error instanceof LatchkeyRefusal) || error.status !== 503) return undefined
  const waitMs = error.retryAfterMs ?? pauseMs
  return waitMs <= maxPauseMs ? waitMs : undefined
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await untilAborted(new Promise<void>((resolve) => setTimeout(resolve, ms)), signal)
}

/**
 * Settles with the work, or rejects with the signal's reason if it aborts first. The work continues for other callers.
 */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
