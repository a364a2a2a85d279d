import type { Operation } from '#lib/openapi/operation.ts'
import { curlSample } from '#lib/openapi/samples/curl-sample.ts'
import { javascriptSample } from '#lib/openapi/samples/javascript-sample.ts'
import { phpSample } from '#lib/openapi/samples/php-sample.ts'
import { pythonSample } from '#lib/openapi/samples/python-sample.ts'
import { toSampleRequest } from '#lib/openapi/samples/sample-request.ts'

/** An entry of `x-codeSamples`: linters and reference pages know exactly these keys. */
export type WrittenSample = Readonly<{ lang: string; label: string; source: string }>

const languages = [
  { lang: 'Shell', name: 'curl', write: curlSample },
  { lang: 'JavaScript', name: 'JavaScript', write: javascriptSample },
  { lang: 'Python', name: 'Python', write: pythonSample },
  { lang: 'PHP', name: 'PHP', write: phpSample },
] as const

/**
 * An operation's samples in every language, with this server's URLs. Credentials come from environment variables, with
 * the names that the portal shows for a new key.
 */
export function writeSamples(operation: Operation, baseUrl: string): readonly WrittenSample[] {
  return (operation.samples ?? []).flatMap((sample) => {
    const request = toSampleRequest(operation, sample, baseUrl)
    return languages.map(({ lang, name, write }) => ({
      lang,
      label: `${sample.label} · ${name}`,
      source: write(request),
    }))
  })
}
