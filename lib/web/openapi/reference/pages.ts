import { type Tag, tags } from '#lib/foundation/api/tags.ts'
import { eventWebhook, type PublishedWebhook } from '#lib/web/openapi/event-webhook.ts'
import type { Operation } from '#lib/web/openapi/operation.ts'
import { introduction, operations } from '#lib/web/openapi/operations.ts'

/** A page of the API reference. */
export type ReferencePage = Readonly<{
  /** The last segment of its path. Empty: the quickstart, at the path of the reference itself. */
  id: string
  title: string
  /** In paragraphs. */
  description: string
  operations: readonly Operation[]
  webhooks: readonly PublishedWebhook[]
}>

export type PageGroup = Readonly<{ title: string; pages: readonly ReferencePage[] }>

export const quickstart = textPage('', 'Quickstart', introduction.quickstart)
export const errorsPage = textPage('errors', 'Errors', introduction.errors)

/** Every page, in the order in which a developer learns the API. */
export const pageGroups: readonly PageGroup[] = [
  {
    title: 'Start',
    pages: [
      quickstart,
      textPage('authentication', 'Authentication', introduction.authentication),
      textPage('requests', 'Requests', introduction.requests),
      errorsPage,
    ],
  },
  { title: 'Open accounts', pages: resourcePages('Tokens', 'Sign-in links', 'Verification') },
  {
    title: 'Manage',
    pages: [
      textPage('management', 'Conventions', introduction.management),
      ...resourcePages('Accounts', 'Account groups', 'Users', 'API keys', 'Return addresses', 'Sessions', 'Settings'),
      ...resourcePages('Webhooks', 'Events'),
    ],
  },
  { title: 'Provision and run', pages: [textPage('scim', 'SCIM', introduction.scim), ...resourcePages('Operation')] },
]

export const pages: readonly ReferencePage[] = pageGroups.flatMap((group) => group.pages)

function textPage(id: string, title: string, description: string): ReferencePage {
  return { id, title, description, operations: [], webhooks: [] }
}

function resourcePages(...titles: readonly Tag[]): readonly ReferencePage[] {
  return titles.map((title) => ({
    id: title.toLowerCase().replaceAll(' ', '-'),
    title,
    description: tags[title],
    operations: operations.filter(({ tag }) => tag === title),
    webhooks: title === 'Events' ? [eventWebhook] : [],
  }))
}

/** @param anchor the ID of an operation or webhook of the page */
export function pathOfPage({ id }: Pick<ReferencePage, 'id'>, anchor?: string): string {
  return `/api-reference${id === '' ? '' : `/${id}`}${anchor === undefined ? '' : `#${anchor}`}`
}

/** The path of the operation or webhook with this ID. */
export function findOperationPath(id: string): string | undefined {
  const page = pages.find((each) => [...each.operations, ...each.webhooks].some((described) => described.id === id))
  return page && pathOfPage(page, id)
}
