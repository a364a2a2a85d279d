import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

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

/** One JSON object per line. Whatever goes by the name of a secret is replaced before it is written. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`, `headers.${name}`]), censor: '[secret]' },
    serializers: { error: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Name, message and stack; never the fields that a library hangs on its errors, which may quote input. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const described = { name: error.name, message: error.message, stack: error.stack }
  return error.cause === undefined ? described : { ...described, cause: describeError(error.cause) }
}
