import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { hourMs, minuteMs } from '#lib/kernel/clock.ts'
import { senderPattern, toAsciiDomain } from '#lib/kernel/email-address.ts'
import { networkSchema } from '#lib/kernel/networks.ts'
import { parseSmtpUrl, type SmtpServer } from '#lib/kernel/smtp-url.ts'

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Digits only: `Number` would also accept `0x50`, `1e3` and spaces. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max))

/** DNS names and IPv6 addresses in brackets: the URL parser alone accepts `https://*.example`. */
const hostForm = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$|^\[[0-9a-f:.]+\]$/
const originForm = /^https?:\/\/[^\s/?#@\\]+\/?$/i
/** An origin with an optional plain path, without anything that two URL parsers could read differently. */
const platformForm = /^(https?:\/\/[^\s/?#@\\]+)((?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*)\/?$/i
/** An ID or a secret of the other platform, sent as it is. */
const keyPart = z.string().regex(/^[^\s\p{Cc}]{1,256}$/u)

/** Beyond this, run more instances: the primary accepts every connection. */
const maxProcesses = 64

/** How long a portal session lives: unused, and in any case. A shorter value applies to open sessions too. */
export type PortalLifetimes = Readonly<{ idleMs: number; absoluteMs: number }>

/** Each variable's rule. Its description says in an error what an operator may set. */
const variables = z.object({
  PORT: wholeNumber(0, 65_535).default(3000).describe('a port number from 0 to 65535'),
  HOST: z.string().min(1).optional().describe('an address to listen on, such as 127.0.0.1'),
  BASE_URL: z
    .string()
    .refine(isUsableOrigin)
    .optional()
    .describe('an https origin without a path, such as https://login.example.com (http only for localhost)'),
  PROCESSES: z
    .literal('auto')
    .transform(() => Math.min(availableParallelism(), maxProcesses))
    .or(wholeNumber(1, maxProcesses))
    .default(1)
    .describe(`a whole number from 1 to ${maxProcesses}, or auto for one per processor`),
  DATA_DIR: z.string().min(1).default('./data').describe('a folder'),
  DATABASE_URL: z
    .string()
    .refine(isPostgresAddress)
    .optional()
    .describe('the address of a PostgreSQL database, such as postgres://user:password@db.example.com:5432/latchkey'),
  LATCHKEY_SECRET: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.string().trim().min(32)).min(1).max(2))
    .optional()
    .describe('at least 32 characters without a comma, or two such secrets as "new,old"'),
  ACCESS_TOKEN_SECONDS: wholeNumber(60, 86_400).default(36_000).describe('whole seconds from 60 to 86400'),
  REFRESH_RETRY_SECONDS: wholeNumber(0, 60).default(10).describe('whole seconds from 0 to 60'),
  SIGNING_KEY_DAYS: wholeNumber(0, 36_500).default(90).describe('whole days from 1 to 36500, or 0 for never'),
  PORTAL_IDLE_MINUTES: wholeNumber(5, 1_440).default(480).describe('whole minutes from 5 to 1440'),
  PORTAL_ABSOLUTE_HOURS: wholeNumber(1, 720).default(168).describe('whole hours from 1 to 720'),
  AUDIT_RETENTION_DAYS: wholeNumber(1, 36_500).optional().describe('whole days from 1 to 36500'),
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.enum(['loopback', 'uniquelocal'])])))
    .default([])
    .describe('addresses or ranges separated by commas, such as 10.0.0.0/8'),
  WEBHOOK_NETWORKS: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(networkSchema).max(100))
    .default([])
    .describe('IP addresses or ranges separated by commas, such as 10.0.0.0/8'),
  PROVIDER_NETWORKS: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(networkSchema).max(100))
    .default([])
    .describe('IP addresses or ranges separated by commas, such as 10.0.0.0/8'),
  SMTP_URL: z
    .string()
    .transform(parseSmtpUrl)
    .refine((server) => server !== undefined)
    .optional()
    .describe('the address of a mail server, such as smtps://user:password@mail.example.com'),
  MAIL_FROM: z
    .string()
    .max(254)
    .overwrite(toAsciiDomain)
    .regex(senderPattern)
    .optional()
    .describe('an email address, such as latchkey@example.com'),
  BREACHED_PASSWORDS_FILE: z.string().min(1).optional().describe('the path of a file'),
  HSTS_SUBDOMAINS: z.enum(['on', 'off']).default('on').describe('on or off'),
  METRICS_PORT: wholeNumber(1, 65_535).optional().describe('a port number from 1 to 65535'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,512}$/)
    .optional()
    .describe('16 to 512 ASCII characters without spaces'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('trace, debug, info, warn, error, fatal or silent'),
  PLATFORM_URL: z
    .string()
    .refine(isUsablePlatform)
    .optional()
    .describe('an https address without a query, such as https://platform.example.com (http only for localhost)'),
  PLATFORM_CLIENT_ID: keyPart.optional().describe('the ID of an API key of that platform'),
  PLATFORM_CLIENT_SECRET: keyPart.optional().describe('the secret of that API key'),
  PLATFORM_USERNAME: z
    .string()
    .trim()
    .regex(/^\P{Cc}{1,254}$/u)
    .optional()
    .describe('the username or email address of the owner of that API key'),
})

type Variables = z.output<typeof variables>

const secretNeeded =
  'LATCHKEY_SECRET is required with DATABASE_URL, the same for every instance: make one with "openssl rand -hex 32".'

const metricsOfOneProcess =
  'METRICS_PORT and METRICS_TOKEN require PROCESSES=1: run several instances instead, or unset them.'

/** The mail server, and the address that mail comes from. */
export type MailSettings = Readonly<{ server: SmtpServer; from: string }>

/** Another platform that speaks this protocol, where accounts open, and the API key to use there. */
export type PlatformSettings = Readonly<{
  /** The other platform's `{base_url}`: an origin with an optional path, without a trailing slash. */
  url: string
  clientId: string
  clientSecret: string
  /** The key's owner, to refresh tokens as; undefined: the key requests each new token. */
  username: string | undefined
}>

/** The configuration: frozen, read once at the start. */
export type Env = ReturnType<typeof readEnv>

/** A configuration error. Its message is one sentence that names the variable and its valid values. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
}

/**
 * Reads the configuration. An empty variable counts as unset.
 * @throws EnvError for a bad value, and for a misspelled name, which would otherwise leave the default in place
 */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env) {
  refuseAlmostRightNames(source)
  const read = parseVariables(source)
  if (read.DATABASE_URL && !read.LATCHKEY_SECRET) throw new EnvError(secretNeeded)
  // Each process counts for itself, and a scrape would reach one of them.
  if (read.PROCESSES > 1 && (read.METRICS_PORT ?? read.METRICS_TOKEN)) throw new EnvError(metricsOfOneProcess)
  const baseUrl = new URL(read.BASE_URL ?? `http://localhost:${read.PORT}`).origin
  return Object.freeze({
    port: read.PORT,
    host: read.HOST,
    /** An origin without a trailing slash: every URL that the product prints begins with it. */
    baseUrl,
    processes: read.PROCESSES,
    dataDir: resolve(read.DATA_DIR),
    /** Undefined: the embedded database in `dataDir`. */
    databaseUrl: read.DATABASE_URL,
    /** Newest first; undefined: the file in `dataDir` holds one. */
    masterSecrets: read.LATCHKEY_SECRET,
    accessTokenSeconds: read.ACCESS_TOKEN_SECONDS,
    refreshRetrySeconds: read.REFRESH_RETRY_SECONDS,
    /** How long a signing key signs before the next one does. 0: until an operator rotates it. */
    signingKeyDays: read.SIGNING_KEY_DAYS,
    portalLifetimes: readPortalLifetimes(read),
    /** Undefined: audit events are kept forever. */
    auditRetentionDays: read.AUDIT_RETENTION_DAYS,
    trustedProxies: read.TRUSTED_PROXIES,
    /** Networks that are not public but may receive webhooks. */
    webhookNetworks: read.WEBHOOK_NETWORKS,
    /** Networks that are not public but may hold sign-in providers. */
    providerNetworks: read.PROVIDER_NETWORKS,
    /** Undefined: nothing is sent by mail. */
    mail: readMail(read),
    /** The file of Have I Been Pwned: lines of SHA-1:COUNT, sorted by hash. */
    breachedPasswordsFile: read.BREACHED_PASSWORDS_FILE && resolve(read.BREACHED_PASSWORDS_FILE),
    /** The `Strict-Transport-Security` header of every response (RFC 6797); undefined over plain HTTP. */
    transportSecurity: describeTransportSecurity(baseUrl, read.HSTS_SUBDOMAINS),
    /** The port of a listener of its own for `/metrics`. */
    metricsPort: read.METRICS_PORT,
    /** The bearer token for `/metrics` on the main port; undefined: it isn't there. */
    metricsToken: read.METRICS_TOKEN,
    logLevel: read.LOG_LEVEL,
    /** Undefined: accounts open here. */
    platform: readPlatform(read, baseUrl),
  })
}

/** Variables of only the command line, which reads them as defaults of its options. */
const commandVariables = ['LATCHKEY_URL', 'LATCHKEY_TOKEN']

/** Whether the host is loopback: plain http is allowed there, and cookies omit `Secure`. */
export function isLoopbackHost(hostname: string): boolean {
  return loopbackHosts.has(hostname)
}

function parseVariables(source: Readonly<Record<string, string | undefined>>): Variables {
  const names = variables.keyof().options
  const parsed = variables.safeParse(Object.fromEntries(names.map((name) => [name, source[name] || undefined])))
  if (parsed.success) return parsed.data
  const wrong = names.find((name) => parsed.error.issues[0]?.path[0] === name) ?? 'PORT'
  throw new EnvError(`${wrong} is not usable: it takes ${variables.shape[wrong].description}.`)
}

function readPortalLifetimes({
  PORTAL_IDLE_MINUTES: minutes,
  PORTAL_ABSOLUTE_HOURS: hours,
}: Variables): PortalLifetimes {
  const absoluteMs = hours * hourMs
  return Object.freeze({ idleMs: Math.min(minutes * minuteMs, absoluteMs), absoluteMs })
}

function readMail({ SMTP_URL: server, MAIL_FROM: from }: Variables): MailSettings | undefined {
  if (server !== undefined && from !== undefined) return Object.freeze({ server, from })
  if (server ?? from) throw new EnvError('SMTP_URL and MAIL_FROM belong together: set both, or unset both.')
  return undefined
}

/** Address and key are all set, or none. */
function readPlatform(read: Variables, baseUrl: string): PlatformSettings | undefined {
  const { PLATFORM_URL: address, PLATFORM_CLIENT_ID: clientId, PLATFORM_CLIENT_SECRET: clientSecret } = read
  const { PLATFORM_USERNAME: username } = read
  if (address === undefined || clientId === undefined || clientSecret === undefined) {
    if (address ?? clientId ?? clientSecret ?? username) throw new EnvError(describeMissing(read))
    return undefined
  }
  const { origin, pathname } = new URL(address)
  // A copy of this server's own settings: every launch would act as the key's owner.
  if (origin === baseUrl) throw new EnvError('PLATFORM_URL is the address of this server itself: unset it.')
  return Object.freeze({ url: `${origin}${pathname.replace(/\/$/, '')}`, clientId, clientSecret, username })
}

function describeTransportSecurity(baseUrl: string, subdomains: 'on' | 'off'): string | undefined {
  if (!baseUrl.startsWith('https:')) return undefined
  return `max-age=31536000${subdomains === 'on' ? '; includeSubDomains' : ''}`
}

function describeMissing(read: Variables): string {
  const needed = ['PLATFORM_URL', 'PLATFORM_CLIENT_ID', 'PLATFORM_CLIENT_SECRET'] as const
  const missing = needed.filter((name) => read[name] === undefined)
  return `${needed.join(', ')} belong together: set ${missing.join(' and ')}, or unset every PLATFORM_ variable.`
}

function isUsableOrigin(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !originForm.test(text) || !hostForm.test(url.hostname)) return false
  return url.protocol === 'https:' || isLoopbackHost(url.hostname)
}

function isUsablePlatform(text: string): boolean {
  const [, origin] = platformForm.exec(text) ?? []
  return origin !== undefined && isUsableOrigin(origin)
}

function isPostgresAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1
}

function refuseAlmostRightNames(source: Readonly<Record<string, string | undefined>>): void {
  const known: readonly string[] = [...variables.keyof().options, ...commandVariables]
  for (const name of Object.keys(source)) {
    if (known.includes(name)) continue
    // Short names resemble too many other variables (HOST, HOME, POST).
    const meant = known.find((candidate) => candidate.length >= 8 && editDistance(name, candidate) <= 2)
    if (meant) throw new EnvError(`${name} is not a variable of Latchkey; did you mean ${meant}?`)
    if (name.startsWith('LATCHKEY_')) throw new EnvError(`${name} is not a variable of Latchkey; remove it.`)
  }
}

/** The number of characters to insert, remove or replace (Levenshtein). */
function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [i, left] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, right] of [...other].entries()) {
      const replace = (row[j] ?? 0) + (left.toLowerCase() === right.toLowerCase() ? 0 : 1)
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, replace))
    }
    row = next
  }
  return row[other.length] ?? 0
}
