import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'

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

/** Each variable's rule, and what the error tells an operator to set. */
const variables = {
  PORT: { rule: wholeNumber(0, 65_535).default(3000), takes: 'a port number from 0 to 65535' },
  HOST: { rule: z.string().min(1).optional(), takes: 'an address to listen on, such as 127.0.0.1' },
  BASE_URL: {
    rule: z.string().refine(isUsableOrigin).optional(),
    takes: 'an https origin without a path, such as https://login.example.com (http only for localhost)',
  },
  PROCESSES: {
    rule: z
      .literal('auto')
      .transform(() => Math.min(availableParallelism(), maxProcesses))
      .or(wholeNumber(1, maxProcesses))
      .default(1),
    takes: `a whole number from 1 to ${maxProcesses}, or auto for one per processor`,
  },
  DATA_DIR: { rule: z.string().min(1).default('./data'), takes: 'a folder' },
  DATABASE_URL: {
    rule: z.string().refine(isPostgresAddress).optional(),
    takes: 'the address of a PostgreSQL database, such as postgres://user:password@db.example.com:5432/latchkey',
  },
  LATCHKEY_SECRET: {
    rule: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.string().trim().min(32)).min(1).max(2))
      .optional(),
    takes: 'at least 32 characters without a comma, or two such secrets as "new,old"',
  },
  ACCESS_TOKEN_SECONDS: {
    rule: wholeNumber(60, 86_400).default(36_000),
    takes: 'whole seconds from 60 to 86400',
  },
  REFRESH_RETRY_SECONDS: {
    rule: wholeNumber(0, 60).default(10),
    takes: 'whole seconds from 0 to 60',
  },
  SIGNING_KEY_DAYS: { rule: wholeNumber(0, 36_500).default(90), takes: 'whole days from 1 to 36500, or 0 for never' },
  AUDIT_RETENTION_DAYS: { rule: wholeNumber(1, 36_500).optional(), takes: 'whole days from 1 to 36500' },
  TRUSTED_PROXIES: {
    rule: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.enum(['loopback', 'uniquelocal'])])))
      .default([]),
    takes: 'addresses or ranges separated by commas, such as 10.0.0.0/8',
  },
  HSTS_SUBDOMAINS: {
    rule: z.enum(['on', 'off']).default('on'),
    takes: 'on or off',
  },
  LOG_LEVEL: {
    rule: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    takes: 'trace, debug, info, warn, error, fatal or silent',
  },
  PLATFORM_URL: {
    rule: z.string().refine(isUsablePlatform).optional(),
    takes: 'an https address without a query, such as https://platform.example.com (http only for localhost)',
  },
  PLATFORM_CLIENT_ID: { rule: keyPart.optional(), takes: 'the ID of an API key of that platform' },
  PLATFORM_CLIENT_SECRET: { rule: keyPart.optional(), takes: 'the secret of that API key' },
  PLATFORM_USERNAME: {
    rule: z
      .string()
      .trim()
      .regex(/^\P{Cc}{1,254}$/u)
      .optional(),
    takes: 'the username or email address of the owner of that API key',
  },
} as const

type VariableName = keyof typeof variables

/** All three are set, or none. */
const platformNames = ['PLATFORM_URL', 'PLATFORM_CLIENT_ID', 'PLATFORM_CLIENT_SECRET'] as const

const secretNeeded =
  'LATCHKEY_SECRET is required with DATABASE_URL, the same for every instance: make one with "openssl rand -hex 32".'

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
export type Env = Readonly<{
  port: number
  host: string | undefined
  /** An origin without a trailing slash: every URL that the product prints begins with it. */
  baseUrl: string
  /** How many processes serve the port. */
  processes: number
  dataDir: string
  /** Undefined: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /** The master secrets, newest first; undefined: the file in `dataDir` holds it. */
  masterSecrets: readonly string[] | undefined
  accessTokenSeconds: number
  refreshRetrySeconds: number
  /** How long a signing key signs before the next one does. 0: until an operator rotates it. */
  signingKeyDays: number
  /** Undefined: audit events are kept forever. */
  auditRetentionDays: number | undefined
  trustedProxies: readonly string[]
  /** The `Strict-Transport-Security` header of every response (RFC 6797); undefined over plain HTTP. */
  transportSecurity: string | undefined
  logLevel: string
  /** Undefined: accounts open here. */
  platform: PlatformSettings | undefined
}>

/** A configuration error. Its message is one sentence that names the variable and what it takes. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
}

/**
 * Reads the configuration. An empty variable counts as unset.
 * @throws EnvError for a bad value, and for a misspelled name, which would otherwise leave the default in place
 */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  refuseAlmostRightNames(source)
  const port = readVariable('PORT', source)
  const databaseUrl = readVariable('DATABASE_URL', source)
  const masterSecrets = readVariable('LATCHKEY_SECRET', source)
  if (databaseUrl && !masterSecrets) throw new EnvError(secretNeeded)
  const baseUrl = new URL(readVariable('BASE_URL', source) ?? `http://localhost:${port}`).origin
  return Object.freeze({
    port,
    host: readVariable('HOST', source),
    baseUrl,
    processes: readVariable('PROCESSES', source),
    dataDir: resolve(readVariable('DATA_DIR', source)),
    databaseUrl,
    masterSecrets,
    accessTokenSeconds: readVariable('ACCESS_TOKEN_SECONDS', source),
    refreshRetrySeconds: readVariable('REFRESH_RETRY_SECONDS', source),
    signingKeyDays: readVariable('SIGNING_KEY_DAYS', source),
    auditRetentionDays: readVariable('AUDIT_RETENTION_DAYS', source),
    trustedProxies: readVariable('TRUSTED_PROXIES', source),
    transportSecurity: describeTransportSecurity(baseUrl, readVariable('HSTS_SUBDOMAINS', source)),
    logLevel: readVariable('LOG_LEVEL', source),
    platform: readPlatform(source, baseUrl),
  })
}

/** Whether the host is loopback: plain http is allowed there, and cookies omit `Secure`. */
export function isLoopbackHost(hostname: string): boolean {
  return loopbackHosts.has(hostname)
}

function readVariable<Name extends VariableName>(
  name: Name,
  source: Readonly<Record<string, string | undefined>>,
): z.output<(typeof variables)[Name]['rule']> {
  const text = source[name]
  const parsed = variables[name].rule.safeParse(text === '' ? undefined : text)
  if (!parsed.success) throw new EnvError(`${name} is not usable: it takes ${variables[name].takes}.`)
  // TypeScript infers the union of all rules; this is the rule of `Name`.
  return parsed.data as z.output<(typeof variables)[Name]['rule']>
}

function readPlatform(
  source: Readonly<Record<string, string | undefined>>,
  baseUrl: string,
): PlatformSettings | undefined {
  const [address, clientId, clientSecret] = platformNames.map((name) => readVariable(name, source))
  const username = readVariable('PLATFORM_USERNAME', source)
  if (address === undefined || clientId === undefined || clientSecret === undefined) {
    const isWanted = [address, clientId, clientSecret, username].some((value) => value !== undefined)
    if (isWanted) throw new EnvError(describeMissing(platformNames.filter((name) => !source[name])))
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

function describeMissing(names: readonly string[]): string {
  return `${platformNames.join(', ')} belong together: set ${names.join(' and ')}, or unset every PLATFORM_ variable.`
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
  const known = Object.keys(variables)
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
