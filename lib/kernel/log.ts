import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** A log for lines without nested values. */
export type FlatLog = Readonly<{ info(fields: Readonly<Record<string, string | number>>, message: string): void }>

const secretFields = [
  'clientSecret',
  'secret',
  'password',
  'refreshToken',
  'accessToken',
  'token',
  'grantUrl',
  'authorization',
  'cookie',
]
const censor = '[secret]'

/** The beginnings of secrets of keys, refresh tokens, webhooks, and tokens that are JWTs. */
const beginnings = ['lksec_', 'lkrt1.', 'whsec_', 'eyJ']
const secretText = /(?:lksec_|lkrt1\.)[\w.-]{4,}|whsec_[\w+/=%-]{4,}|eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g

/** All other tokens are 256 bits in base64url. The character before one may be percent-encoded. */
const tokenText = /(?<=[^\w-]|%[\da-f]{2})[\w-]{43}(?![\w-])/gi

/** Input gets into lines in many ways: a path, a proxy's header, the message of a library's error. */
function censorSecrets(line: string): string {
  return beginnings.some((beginning) => line.includes(beginning)) ? line.replaceAll(secretText, censor) : line
}

/** A path without the tokens that were pasted into it. */
export function censorPath(pathname: string): string {
  return pathname.length < 43 ? pathname : pathname.replaceAll(tokenText, censor)
}

/**
 * POSIX keeps writes of this many bytes to a pipe whole: lines of several processes don't mix. Nearly all are ASCII.
 */
const maxWrite = 4_096

let output: DestinationStream | undefined

/**
 * Writes one JSON object per line, to standard output by default. Redacts fields with the name of a secret, and secrets
 * in any other field.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  output ??= openOutput()
  const options = {
    level,
    base: null,
    redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`, `headers.${name}`]), censor },
    serializers: { error: describeError },
    hooks: { streamWrite: censorSecrets },
  }
  return pino(options, destination ?? output)
}

/** Standard output. Lines of one turn of the event loop are written together: a system call each would cost more. */
function openOutput(): DestinationStream {
  const standardOutput = pino.destination({ dest: 1, sync: true })
  let lines = ''
  const flush = () => {
    if (lines !== '') standardOutput.write(lines)
    lines = ''
  }
  process.on('exit', flush)
  return {
    write: (line) => {
      if (lines.length + line.length > maxWrite) flush()
      if (lines === '') setImmediate(flush)
      lines += line
    },
  }
}

/** A faster log for one line per request: it redacts top-level fields only, which is enough for flat lines. */
export function toFlatLog(log: Log): FlatLog {
  return log.child({}, { redact: { paths: secretFields, censor } })
}

/** Omits the fields that libraries add to errors, because those may quote input. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const described = { name: error.name, message: error.message, stack: error.stack }
  return error.cause === undefined ? described : { ...described, cause: describeError(error.cause) }
}
