import type { Operation, Sample, SampleValue } from '#lib/openapi/operation.ts'

/** A sample with its URL, to be written in each language. */
export type SampleRequest = Readonly<{
  url: string
  /** Undefined for GET. */
  form: readonly Field[] | undefined
  authorization: Sample['authorization']
  /** Whether the response has a JSON body. */
  hasBody: boolean
}>

export type Field = readonly [name: string, value: SampleValue]

export function toSampleRequest(
  { method, path, responses }: Operation,
  sample: Sample,
  baseUrl: string,
): SampleRequest {
  return {
    url: `${baseUrl}${path}`,
    form: method === 'POST' ? Object.entries(sample.fields ?? {}) : undefined,
    authorization: sample.authorization,
    hasBody: responses.some(({ content }) => content !== undefined),
  }
}
