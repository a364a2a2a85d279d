import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** A log of lines that hold nothing deeper than words and numbers. */
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

/** One JSON object per line. Whatever goes by the name of a secret is replaced before it is written. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`, `headers.${name}`]), censor },
    serializers: { error: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * The same log where a line is written for every request: what goes by the name of a secret is replaced here as well,
 * but nobody looks for such names inside of values that hold none.
 */
export function toFlatLog(log: Log): FlatLog {
  return log.child({}, { redact: { paths: secretFields, censor } })
}

/** Name, message and stack; never the fields that a library hangs on its errors, which may quote input. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const described = { name: error.name, message: error.message, stack: error.stack }
  return error.cause === undefined ? described : { ...described, cause: describeError(error.cause) }
}
