import type { SampleValue } from '#lib/openapi/operation.ts'
import type { SampleRequest } from '#lib/openapi/samples/sample-request.ts'

/** A command line for any POSIX shell. */
export function curlSample({ url, form = [], authorization }: SampleRequest): string {
  const parts = [
    `curl --fail-with-body -sS ${url}`,
    ...(authorization ? [writeAuthorization(authorization)] : []),
    ...form.map(([name, value]) =>
      typeof value === 'string' ? `-d ${name}=${value}` : `--data-urlencode "${name}=${write(value)}"`,
    ),
  ]
  return parts.join(' \\\n  ')
}

function writeAuthorization(authorization: NonNullable<SampleRequest['authorization']>): string {
  if (authorization.scheme === 'Bearer') return `-H "Authorization: Bearer ${write(authorization.token)}"`
  return `-u "${write(authorization.name)}:${write(authorization.password)}"`
}

function write(value: SampleValue): string {
  return typeof value === 'string' ? value : `$${value.variable}`
}
