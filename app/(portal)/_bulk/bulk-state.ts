import type { FormState } from '#app/(portal)/_forms/form-state.ts'

/** The state of a list's bar, with texts in the reader's language. */
export type BulkState = FormState<unknown> &
  Readonly<{
    /** Asks before the change. */
    summary?: BulkSummary
    done?: BulkDone
    /** The messages of the dialog, which the page doesn't have. */
    words?: object
  }>

export type BulkSummary = Readonly<{
  title: string
  description?: string | undefined
  sentences: readonly string[]
  /** What the change leaves out, and why. */
  leftOut?: LeftOut | undefined
  /** The button; missing if nothing changes. */
  submit?: string | undefined
  /** A way out if nothing changes. */
  link?: Readonly<{ href: string; label: string }>
  danger: boolean
  /** Whether the change needs a recent confirmation. */
  needsConfirmation: boolean
  /** The form of the dialog. IDs are one text, separated by spaces: a form of 500 fields would be too large. */
  fields: Readonly<Record<string, string>>
  /** Account groups to choose from. */
  groups?: readonly GroupName[]
  /** Account IDs to enter. */
  access?: 'give' | 'take'
  /** Offers all accounts that the list finds. */
  scopes?: readonly Readonly<{ value: string; label: string }>[]
}>

export type GroupName = Readonly<{ id: string; name: string }>

export type LeftOut = Readonly<{ title: string; reasons: readonly string[] }>

export type BulkDone = Readonly<{
  text: string
  leftOut?: LeftOut | undefined
  /** The form that reverses the change. */
  undo?: Readonly<Record<string, string>> | undefined
}>
