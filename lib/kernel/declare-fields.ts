import { z } from 'zod'
import { recordOf } from '#lib/kernel/record-of.ts'

/** An optional text of a noun. */
export type DeclaredField = Readonly<{
  /** In the noun's table. */
  column: string
  /** Validates a value. Each `error` is a problem code. */
  codec: z.ZodType<string, string>
  /** For client developers. */
  description: string
  example: string
  /** Of the commands that create and change the noun. `none`: what an empty value means, if not "none". */
  option: Readonly<{ flags: string; description: string; example?: string; none?: string }>
  /** The heading of its column in lists of commands, if it has one. */
  heading?: string
}>

type Declared<Name extends string> = Readonly<Record<Name, DeclaredField>>
/** A text that the noun doesn't name would be missing everywhere. */
type Undeclared<Key extends PropertyKey> = Readonly<Record<Key, never>>
type ColumnOf<Fields extends Declared<string>> = Fields[keyof Fields]['column']

/**
 * What follows from texts that a noun declares once: `perField` makes a record with their names, `perColumn` one with
 * their columns, `columns` selects the columns under the names, and `shown` is how clients read them: null for none.
 */
export function declareFields<Name extends string, const Fields extends Declared<Name>>(
  names: readonly Name[],
  declared: Fields & Undeclared<Exclude<keyof Fields, Name>>,
) {
  const fields: Fields = declared
  const perField = <Value>(toValue: (field: DeclaredField, name: Name) => Value): Record<Name, Value> =>
    recordOf(names, (name) => toValue(fields[name], name))
  return {
    perField,
    perColumn: <Value>(toValue: (name: Name, column: ColumnOf<Fields>) => Value): Record<ColumnOf<Fields>, Value> => {
      const values = names.map((name) => [fields[name].column, toValue(name, fields[name].column)])
      return Object.fromEntries(values) as Record<ColumnOf<Fields>, Value>
    },
    columns: names.map((name) => `${fields[name].column} as ${name}`) as unknown as readonly {
      [Key in Name]: `${Fields[Key]['column']} as ${Key}`
    }[Name][],
    shown: perField(({ description, example }) => z.string().nullable().meta({ description, example })),
  }
}

/**
 * {@link declareFields} for a noun whose forms send an empty text for none. `accepted`: how clients send the texts.
 * `toShown` and `toEntered` turn a record into what clients read and what forms send; `merge` applies a merge patch.
 * `changed` names the texts that differ, and `toDetails` does in an audit event.
 */
export function declareTexts<Name extends string, const Fields extends Declared<Name>>(
  names: readonly Name[],
  fields: Fields & Undeclared<Exclude<keyof Fields, Name>>,
) {
  const declared = declareFields<Name, Fields>(names, fields)
  const { perField } = declared
  type Texts = Readonly<Record<Name, string | null>>
  type Given = Readonly<Partial<Record<Name, string | null | undefined>>>
  const changed = (before: Texts, after: Texts): Name[] =>
    names.filter((name) => (before[name] || null) !== (after[name] || null))
  return {
    ...declared,
    accepted: perField(({ codec, description, example }) => codec.nullable().optional().meta({ description, example })),
    toShown: (noun: Texts) => perField((_, name) => noun[name] || null),
    toEntered: (given: Given) => perField((_, name) => given[name] ?? ''),
    changed,
    toDetails: (before: Texts, after: Texts) => {
      const names = changed(before, after)
      return names.length > 0 ? { changed: names.join(', ') } : {}
    },
    merge: (current: Texts, patch: Given) =>
      perField((_, name) => (patch[name] === undefined ? current[name] : patch[name]) ?? ''),
  }
}
