import type { z } from 'zod'
import type { Refused } from '#lib/foundation/api/refusals.ts'
import type { Tag } from '#lib/foundation/api/tags.ts'

export type SecurityScheme = 'apiKey' | 'accessToken'

/** A literal value, or an environment variable of the program that runs the sample. */
export type SampleValue = string | Readonly<{ variable: string }>

/** A sample request, to be written in every language. */
export type Sample = Readonly<{
  label: string
  /** Path and query, if the operation's path has parameters or the sample a query. */
  path?: string
  fields?: Readonly<Record<string, SampleValue>>
  json?: Readonly<Record<string, unknown>>
  authorization?:
    | Readonly<{ scheme: 'Bearer'; token: SampleValue }>
    | Readonly<{ scheme: 'Basic'; name: SampleValue; password: SampleValue }>
}>

export type HeaderDescriptions = Readonly<Record<string, string>>

export type DescribedResponse = Readonly<{
  status: number
  description: string
  /** The schema of a JSON body; omitted if the response has no body. */
  content?: z.ZodType
  /** By default JSON. JSON Lines: the schema is that of a line. */
  contentType?: 'application/x-ndjson'
  /** Besides the headers of every response. */
  headers?: HeaderDescriptions
  /** Headers that the response has only in some cases. */
  optionalHeaders?: HeaderDescriptions
}>

/** The published description of one method of one path. */
export type Operation = Readonly<{
  /** The `operationId`. Generated clients name their functions by it, so it never changes. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** In OpenAPI's notation: `/launch/{accountId}`. */
  path: string
  tag: Tag
  summary: string
  description: string
  /** The accepted ways to authenticate; omitted if none is needed. */
  security?: readonly SecurityScheme[]
  parameters?: Readonly<Partial<Record<'path' | 'query' | 'header', z.ZodObject>>>
  form?: z.ZodType
  /** A JSON body instead of a form. */
  json?: Readonly<{
    contentType: 'application/json' | 'application/merge-patch+json' | 'application/x-ndjson'
    schema: z.ZodType
  }>
  /** Errors name the wrong fields. */
  namesFields?: true
  responses: readonly DescribedResponse[]
  refusals: readonly Refused[]
  /** Errors are pages for people instead of JSON. */
  refusedAs?: 'page'
  samples?: readonly Sample[]
}>
