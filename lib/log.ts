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

/** POSIX keeps writes of this many bytes to a pipe whole: lines of several processes don't mix. Nearly all are ASCII. */
const maxWrite = 4_096

let output: DestinationStream | undefined

/** Writes one JSON object per line, to standard output by default, and redacts fields with the name of a secret. */
export function createLog(level: string, destination?: DestinationStream): Log {
  output ??= openOutput()
  const options = {
    level,
    base: null,
    redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`, `headers.${name}`]), censor },
    serializers: { error: describeError },
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
