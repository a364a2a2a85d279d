import { recordOf } from '#lib/kernel/record-of.ts'

/** The least that a field of a noun declares. */
export type DeclaredField = Readonly<{
  /** In the noun's table. */
  column: string
  /** For client developers. */
  description: string
  example: string
}>

type Columns<Declared extends Readonly<Record<string, DeclaredField>>> = {
  readonly [Name in keyof Declared]: Declared[Name]['column']
}

/**
 * What follows from fields that a noun declares once: `perField` makes a record with their names, `perColumn` one with
 * their columns, and `columns` selects the columns under the names.
 */
export function declareFields<Field extends DeclaredField>() {
  return <Name extends string, const Declared extends Readonly<Record<Name, Field>>>(
    names: readonly Name[],
    declared: Declared,
  ) => {
    type Column = Columns<Declared>[Name]
    return {
      perField: <Value>(toValue: (field: Field, name: Name) => Value): Record<Name, Value> =>
        recordOf(names, (name) => toValue(declared[name], name)),
      perColumn: <Value>(toValue: (name: Name, column: Column) => Value): Record<Column, Value> => {
        const values = names.map((name) => [declared[name].column, toValue(name, declared[name].column as Column)])
        return Object.fromEntries(values) as Record<Column, Value>
      },
      columns: names.map((name) => `${declared[name].column} as ${name}`) as unknown as readonly {
        [Key in Name]: `${Columns<Declared>[Key]} as ${Key}`
      }[Name][],
    }
  }
}
