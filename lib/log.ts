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

/** Writes one JSON object per line and redacts fields with the name of a secret. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`, `headers.${name}`]), censor },
    serializers: { error: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
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
