/** The package has no types, and those published for it are Express's. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import type { BrotliOptions } from 'node:zlib'

  type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  export default function compression(options: Readonly<{ brotli: BrotliOptions }>): Middleware
}
