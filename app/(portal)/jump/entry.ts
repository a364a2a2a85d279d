import type { TextPart } from '#lib/domain/accounts/accounts/search-text.ts'

/** Names the icon of a page or an action. */
export type EntryIcon =
  | 'access'
  | 'account'
  | 'add'
  | 'event'
  | 'group'
  | 'import'
  | 'key'
  | 'mail'
  | 'organization'
  | 'overview'
  | 'returnAddress'
  | 'search'
  | 'serviceUser'
  | 'security'
  | 'signOut'
  | 'theme'
  | 'user'
  | 'webhook'

/** What stands before an entry's name. */
export type EntryMark =
  | Readonly<{ account: string; color: number }>
  | Readonly<{ user: string }>
  | Readonly<{ icon: EntryIcon }>

/** What an entry does instead of following a link. */
export type EntryDeed = 'signOut' | `theme.${'system' | 'light' | 'dark'}`

/** A result of the command palette, in the reader's language. */
export type Entry = Readonly<{
  /** Unique among the results: the ID of the option in the page. */
  id: string
  mark: EntryMark
  /** With the matches of the search marked. */
  name: readonly TextPart[]
  /** An ID or an email address. */
  fact?: readonly TextPart[]
  factIsCode?: true
  /** At the end of the row. */
  hint?: string
  /** An exceptional state. */
  state?: string
  href?: string
  /** Issues a one-use link: never followed by the router. */
  launches?: true
  opensTab?: boolean
  deed?: EntryDeed
}>

export type EntryGroup = Readonly<{ id: string; title: string; entries: readonly Entry[] }>

export type JumpResults = Readonly<{
  /** What was searched for. */
  query: string
  groups: readonly EntryGroup[]
  /** How many results there are. */
  status: string
  texts: Readonly<Record<'open' | 'newTab' | 'shortcuts', string>>
}>
