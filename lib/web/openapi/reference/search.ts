import type { z } from 'zod'
import { commonRefusals } from '#lib/foundation/api/refusals.ts'
import { foldForSearch } from '#lib/kernel/fold-text.ts'
import { errorsByStatus } from '#lib/web/openapi/described-responses.ts'
import { listAlternatives, toJsonSchema } from '#lib/web/openapi/json-schema.ts'
import type { Operation } from '#lib/web/openapi/operation.ts'
import { errorsPage, pages, pathOfPage } from '#lib/web/openapi/reference/pages.ts'

/** What a search leads to: a page or an operation, or one that has the field or the error. */
export type Found = Readonly<{ path: string; title: string; detail: string }>

/** `name`: of a page or an operation, or of a field or an error of it. */
type Entry = Found & Readonly<{ name: string; kind: 'place' | 'part' }>

export const maxQueryLength = 100
const maxFound = 30

let entries: readonly Entry[] | undefined

/**
 * Pages and operations that have all words in their title, path or ID, those that begin with the text first; then those
 * that have a field or an error with all words in its name. Each is found once.
 */
export function searchReference(query: string): readonly Found[] {
  const text = foldForSearch(query.slice(0, maxQueryLength)).trim()
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  entries ??= listEntries()
  const matching = entries.filter(({ name }) => words.every((word) => name.includes(word)))
  const isStart = ({ name }: Entry) => Number(name.startsWith(text))
  const places = matching.filter(({ kind }) => kind === 'place').toSorted((one, other) => isStart(other) - isStart(one))
  const parts = matching.filter(({ kind }) => kind === 'part')
  const byPath = new Map([...parts.toReversed(), ...places].map((entry) => [entry.path, entry]))
  return [...places, ...parts].filter((entry) => byPath.get(entry.path) === entry).slice(0, maxFound)
}

function listEntries(): readonly Entry[] {
  return pages.flatMap((page) => {
    const pageEntry = { path: pathOfPage(page), title: page.title, detail: 'Page' }
    return [
      ...toEntries(pageEntry, page.id, page === errorsPage ? commonRefusals : []),
      ...page.operations.flatMap((operation) => {
        const { id, method, path, summary } = operation
        const found = { path: pathOfPage(page, id), title: summary, detail: `${method} ${path}` }
        return toEntries(found, id, listParts(operation))
      }),
      ...page.webhooks.flatMap(({ id, summary, headers, body }) => {
        const found = { path: pathOfPage(page, id), title: summary, detail: 'POST' }
        return toEntries(found, id, [...listFields(headers, 'input'), ...listFields(body, 'output')])
      }),
    ]
  })
}

function toEntries(found: Found, id: string, parts: readonly string[]): readonly Entry[] {
  const name = foldForSearch(`${found.title} ${found.detail} ${id}`)
  return [
    { ...found, name, kind: 'place' },
    ...parts.map((part): Entry => {
      return { ...found, name: foldForSearch(part), kind: 'part', detail: `${part} · ${found.detail}` }
    }),
  ]
}

function listParts(operation: Operation): readonly string[] {
  const { form, json, parameters = {}, responses } = operation
  const sent = [form, json?.schema, ...Object.values(parameters)].flatMap((schema) => listFields(schema, 'input'))
  const answered = responses.flatMap(({ content }) => listFields(content, 'output'))
  const errors = [...errorsByStatus(operation).values()].flat().map(({ code, refusal }) => [code, refusal.error])
  return [...new Set([...sent, ...answered, ...errors.flat()])].filter((part) => !common.has(part))
}

/** What every operation has, the page of errors has for all. */
const common: ReadonlySet<string> = new Set(commonRefusals)

function listFields(schema: z.ZodType | undefined, io: 'input' | 'output'): readonly string[] {
  if (!schema) return []
  return listAlternatives(toJsonSchema(schema, io)).flatMap(({ object }) => Object.keys(object.properties ?? {}))
}
