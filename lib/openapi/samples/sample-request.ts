import type { Operation, Sample, SampleValue } from '#lib/openapi/operation.ts'

/** A sample with the address that it asks: what every language writes down in its own way. */
export type SampleRequest = Readonly<{
  url: string
  /** A form; undefined for a GET. */
  form: readonly Field[] | undefined
  headers: readonly Field[]
  authorization: Sample['authorization']
  /** Whether the answer has a body, which is JSON. */
  hasAnswer: boolean
}>

export type Field = readonly [name: string, value: SampleValue]

export function toSampleRequest({ method, path, answers }: Operation, sample: Sample, baseUrl: string): SampleRequest {
  const { fields = {}, headers = {}, authorization } = sample
  return {
    url: `${baseUrl}${path}`,
    form: method === 'POST' ? Object.entries(fields) : undefined,
    headers: Object.entries(headers),
    authorization,
    hasAnswer: answers.some(({ content }) => content !== undefined),
  }
}
