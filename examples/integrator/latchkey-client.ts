/*
 * A client of a Latchkey platform without any dependency: copy this file. It runs in Node.js 20 and newer, and in
 * whatever else has `fetch`. Key and secret belong on a server.
 */

export type LatchkeyOptions = Readonly<{
  /** The platform's address, such as `https://login.example.com`. */
  baseUrl: string
  /** Key ID and secret of an API key. Whoever has them can open every account of the key. */
  clientId: string
  clientSecret: string
  /**
   * User name or e-mail address of the key's owner. With it tokens are renewed by refresh token and the secret is
   * hardly ever sent; without it each new token is asked for with the key.
   */
  username?: string | undefined
  /** How long one request may take. Default: 3 seconds, so that a lost refresh can be repeated in time. */
  timeoutMs?: number
  /** For tests, and for platforms with a `fetch` of their own. */
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

/** A link that signs a person in to an account. Redirect the browser there at once: it works once, and for seconds. */
export type SignOnLink = Readonly<{ grantUrl: string; expiresIn: number }>

export type LatchkeyClient = Readonly<{
  /** @throws LatchkeyRefusal, LatchkeyUnreachable, or the signal's reason */
  openAccount: (asked: OpenAccount) => Promise<SignOnLink>
  /** An access token for other calls to the platform. Throws likewise. */
  accessToken: (signal?: AbortSignal) => Promise<string>
}>

/** The platform has answered, and refused. `error` is what to decide by, `requestId` what to quote when you ask. */
export class LatchkeyRefusal extends Error {
  readonly status: number
  readonly error: string
  readonly requestId: string | undefined
  /** How long to wait before another try, where the platform says so. */
  readonly retryAfterMs: number | undefined

  constructor(refusal: Readonly<{ status: number; answer: Answer; retryAfterMs: number | undefined }>) {
    const { error, error_description: description, requestId } = refusal.answer
    super(`${error}: ${description} (${requestId})`)
    this.name = 'LatchkeyRefusal'
    this.status = refusal.status
    this.error = String(error)
    this.requestId = typeof requestId === 'string' ? requestId : undefined
    this.retryAfterMs = refusal.retryAfterMs
  }
}

/** No answer has come, or none that can be understood: the network, a proxy, or a platform that is down. */
export class LatchkeyUnreachable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'LatchkeyUnreachable'
  }
}

/**
 * A client of the platform, one per key and process. It keeps the access token, renews it before it ends, one renewal
 * at a time, and sends again what was lost or refused for the moment.
 */
export function createLatchkeyClient(options: LatchkeyOptions): LatchkeyClient {
  const post = createPost(options)
  const tokens = createTokens(options, post)

  async function openAccount({ signal, ...fields }: OpenAccount): Promise<SignOnLink> {
    const accessToken = await tokens.get(signal)
    try {
      return await requestLink(fields, accessToken, signal)
    } catch (error) {
      // Revoked, or its end came on the way: once more with a new one.
      if (!(error instanceof LatchkeyRefusal) || error.error !== 'invalid_token') throw error
      tokens.forget(accessToken)
      return requestLink(fields, await tokens.get(signal), signal)
    }
  }

  async function requestLink(fields: Fields, accessToken: string, signal?: AbortSignal): Promise<SignOnLink> {
    const { grantUrl, expiresIn } = await post('/auth/v1/sso', fields, { accessToken, signal })
    if (typeof grantUrl !== 'string' || typeof expiresIn !== 'number') {
      throw new LatchkeyUnreachable('The answer holds no sign-in link.')
    }
    return { grantUrl, expiresIn }
  }

  return { openAccount, accessToken: tokens.get }
}

type Tokens = Readonly<{ accessToken: string; refreshToken: string; renewAt: number; endsAt: number }>

/** An access token is renewed this long before its end, or after nine tenths of its life if that is later. */
const marginMs = 60_000

/** Keeps one pair of tokens. However many need a new one at the same moment, one request is sent and all wait for it. */
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
    // Nobody waits, or fails, as long as there is one that is good.
    renewing.catch(() => {})
    if (kept && at < kept.endsAt) return kept.accessToken
    return (await abandonable(renewing, signal)).accessToken
  }

  async function renew(): Promise<Tokens> {
    kept = kept && username !== undefined ? await refresh(kept, username) : await requestWithKey()
    return kept
  }

  async function refresh({ refreshToken }: Tokens, owner: string): Promise<Tokens> {
    try {
      // Sent again after a lost answer, the same token gets the same successor.
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
      throw new LatchkeyUnreachable('The answer holds no tokens.')
    }
    const lifeMs = expiresIn * 1_000
    const endsAt = sentAt + lifeMs
    return { accessToken, refreshToken, endsAt, renewAt: endsAt - Math.min(marginMs, lifeMs / 10) }
  }

  /** This one was refused; the refresh token may still be good. One that came meanwhile is kept. */
  function forget(accessToken: string): void {
    if (kept?.accessToken === accessToken) kept = { ...kept, renewAt: 0, endsAt: 0 }
  }

  return { get, forget }
}

type Fields = Readonly<Record<string, string | undefined>>
type Answer = Readonly<Record<string, unknown>>
type Sending = Readonly<{ accessToken?: string; signal?: AbortSignal | undefined }>
type Post = (path: string, fields: Fields, sending?: Sending) => Promise<Answer>

const tries = 3
/** Between two tries, where the platform does not say how long to wait. */
const pauseMs = 200
/** Who is told to wait longer gets the refusal instead. */
const longestPauseMs = 3_000

/**
 * Sends a form and gives the JSON of the answer. What was lost, or refused because the platform is busy, is sent
 * again: none of these requests does harm when it arrives twice.
 */
function createPost({ baseUrl, timeoutMs = 3_000, fetch: send = fetch }: LatchkeyOptions): Post {
  return async (path, fields, sending = {}) => {
    for (let left = tries - 1; ; left--) {
      try {
        return await postOnce(path, fields, sending)
      } catch (error) {
        const waitMs = howLongToWait(error)
        if (left === 0 || waitMs === undefined) throw error
        await pause(waitMs, sending.signal)
      }
    }
  }

  async function postOnce(path: string, fields: Fields, { accessToken, signal }: Sending): Promise<Answer> {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await send(new URL(path, baseUrl), {
        method: 'POST',
        headers: accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` },
        body: new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : []))),
        // No secret is carried on to another address.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      return await readAnswer(response)
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof LatchkeyRefusal || error instanceof LatchkeyUnreachable) throw error
      throw new LatchkeyUnreachable('No answer has come.', error)
    }
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const answer = parseObject(text)
  if (!answer || (!response.ok && typeof answer.error !== 'string')) {
    throw new LatchkeyUnreachable(`The answer (${response.status}) is not the platform's.`)
  }
  if (response.ok) return answer
  const seconds = response.headers.get('Retry-After')
  const retryAfterMs = seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) * 1_000 : undefined
  throw new LatchkeyRefusal({ status: response.status, answer, retryAfterMs })
}

function parseObject(text: string): Answer | undefined {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null ? { ...answer } : undefined
  } catch {
    return undefined
  }
}

/** Undefined: another try would do no good. */
function howLongToWait(error: unknown): number | undefined {
  if (error instanceof LatchkeyUnreachable) return pauseMs
  if (!(error instanceof LatchkeyRefusal) || error.status !== 503) return undefined
  const waitMs = error.retryAfterMs ?? pauseMs
  return waitMs <= longestPauseMs ? waitMs : undefined
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await abandonable(new Promise<void>((resolve) => setTimeout(resolve, ms)), signal)
}

/** What is waited for, or the signal's reason if that comes first: the work itself goes on for others. */
function abandonable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
