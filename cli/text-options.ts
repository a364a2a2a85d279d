import type { Command } from 'commander'
import type { DeclaredField } from '#lib/kernel/declare-fields.ts'
import { toClearable } from './clearable.ts'
import type { Columns } from './output.ts'

type Fields<Name extends string> = Readonly<{
  perField: <Value>(toValue: (field: DeclaredField, name: Name) => Value) => Record<Name, Value>
}>

/** Adds an option for each text of a noun, to the command that creates it. */
export function addTextOptions<Name extends string>(verb: Command, { perField }: Fields<Name>): void {
  perField(({ option: { flags, description, example } }) =>
    verb.option(flags, example === undefined ? description : `${description}, for example ${example}`),
  )
}

/** Adds an option for each text of a noun, to the command that changes it. An empty value removes the text. */
export function addTextChanges<Name extends string>(verb: Command, { perField }: Fields<Name>): void {
  perField(({ option: { flags, description, none = 'none' } }) => verb.option(flags, `${description}; empty: ${none}`))
}

/** The texts of options, as operations take them. */
export function readTexts<Name extends string>(
  { perField }: Fields<Name>,
  given: Readonly<Partial<Record<Name, string | undefined>>>,
): Record<Name, string | null | undefined> {
  return perField((_, name) => toClearable(given[name]))
}

/** The columns of the texts that have a heading. */
export function textColumns<Name extends string>({ perField }: Fields<Name>) {
  type Noun = Readonly<Record<Name, string | null>>
  return Object.values<Columns<Noun>>(
    perField(({ heading }, name) => (heading ? [[heading, (noun: Noun) => noun[name] || '–'] as const] : [])),
  ).flat()
}
