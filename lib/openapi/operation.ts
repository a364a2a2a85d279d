import type { z } from 'zod'
import type { Refused } from '#lib/openapi/refusals.ts'

/** The parts of the API reference, in order, each with its description. */
export const tags = {
  Tokens: 'Issue, refresh, revoke and introspect tokens.',
  'Sign-in links': 'One-time URLs that sign a user in to an account. A program requests them; a browser opens them.',
  Verification: 'Keys and metadata for verifying tokens, and forward auth for reverse proxies.',
  Events: 'What happened, for programs: every change, sign-in and opened account.',
  Operation: 'Endpoints for load balancers and tools.',
} as const

type Tag = keyof typeof tags

export type SecurityScheme = 'apiKey' | 'accessToken'

/** A literal value, or an environment variable of the program that runs the sample. */
export type SampleValue = string | Readonly<{ variable: string }>

/** A sample request, to be written in every language. */
export type Sample = Readonly<{
  label: string
  fields?: Readonly<Record<string, SampleValue>>
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
  /** Besides the headers of every response. */
  headers?: HeaderDescriptions
  /** Headers that the response has only in some cases. */
  optionalHeaders?: HeaderDescriptions
}>

/** The published description of one method of one path. */
export type Operation = Readonly<{
  /** The `operationId`. Generated clients name their functions by it, so it never changes. */
  id: string
  method: 'GET' | 'POST'
  /** In OpenAPI's notation: `/launch/{accountId}`. */
  path: string
  tag: Tag
  summary: string
  description: string
  /** The accepted ways to authenticate; omitted if none is needed. */
  security?: readonly SecurityScheme[]
  parameters?: Readonly<Partial<Record<'path' | 'query' | 'header', z.ZodObject>>>
  form?: z.ZodType
  responses: readonly DescribedResponse[]
  refusals: readonly Refused[]
  /** Errors are pages for people instead of JSON. */
  refusedAs?: 'page'
  samples?: readonly Sample[]
}>
