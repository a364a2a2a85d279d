/** A mail server, and how to sign in there. */
export type SmtpServer = Readonly<{
  host: string
  port: number
  /** TLS from the start (`smtps://`), rather than by STARTTLS. */
  secure: boolean
  /** Undefined: the server takes mail without authentication. */
  credentials: Readonly<{ user: string; password: string }> | undefined
}>

const hostForm = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$|^\[[0-9a-f:.]+\]$/i

/** Parses `smtp://` or `smtps://` with host, optional port, user and password. @returns undefined for any other text */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || !hostForm.test(url.hostname)) return undefined
  if (!/^\/?$/.test(url.pathname) || /[?#]/.test(text)) return undefined
  if ((url.username === '') !== (url.password === '')) return undefined
  const user = decode(url.username)
  const password = decode(url.password)
  if (user === undefined || password === undefined) return undefined
  const secure = url.protocol === 'smtps:'
  return Object.freeze({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    credentials: user === '' ? undefined : { user, password },
  })
}

/** User and password are percent-encoded in a URL. Control characters would end a command. */
function decode(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part)
    return /\p{Cc}/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
