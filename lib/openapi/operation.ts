import type { z } from 'zod'
import type { Refused } from '#lib/openapi/refusals.ts'

/** The parts of the reference, in its order: what each is about, in one sentence. */
export const tags = {
  Tokens: 'Access tokens for API keys and refresh tokens, and what is to be known about them.',
  'Sign-on links': 'Addresses that sign a person in to an account: asked for by a program, opened by a browser.',
  Verification: 'What others need to verify our tokens, or to let only signed-in people through.',
  Operation: 'What load balancers and tools ask.',
} as const

export type Tag = keyof typeof tags

export type SecurityScheme = 'apiKey' | 'accessToken'

/** A value of a sample: as it stands there, or from the environment of whoever runs it. */
export type SampleValue = string | Readonly<{ variable: string }>

/** A request to show, in every language of the samples. */
export type Sample = Readonly<{
  title: string
  fields?: Readonly<Record<string, SampleValue>>
  headers?: Readonly<Record<string, SampleValue>>
  authorization?:
    | Readonly<{ scheme: 'Bearer'; token: SampleValue }>
    | Readonly<{ scheme: 'Basic'; name: SampleValue; password: SampleValue }>
}>

export type DescribedAnswer = Readonly<{
  status: number
  /** When it is given, and what it means. */
  sentence: string
  /** The schema of its JSON, or that it is a page; left out: it has no body. */
  content?: z.ZodType | 'page'
  /** Headers besides those that every answer carries, each in one sentence. */
  headers?: Readonly<Record<string, string>>
  /** Those that it carries in some cases only. */
  sometimes?: Readonly<Record<string, string>>
}>

/** What is published about one method of one address. */
export type Operation = Readonly<{
  /** The `operationId`: generated clients name their functions by it, so it does not change. */
  id: string
  method: 'GET' | 'POST'
  /** As OpenAPI spells it: `/launch/{accountId}`. */
  path: string
  tag: Tag
  title: string
  /** What it does, in one sentence; further ones where that is not enough. */
  sentence: string
  /** How a caller may show who it is, any one of them; left out: it need not. */
  security?: readonly SecurityScheme[]
  parameters?: Readonly<Partial<Record<'path' | 'query' | 'header', z.ZodObject>>>
  /** What its form holds. */
  form?: z.ZodType
  answers: readonly DescribedAnswer[]
  refusals: readonly Refused[]
  refusedAs: 'json' | 'page'
  samples?: readonly Sample[]
}>
