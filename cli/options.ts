import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { DeclaredField } from '#lib/kernel/declare-fields.ts'
import type { Columns } from './output.ts'

declare const given: unique symbol

/** An option, with the type of its value. */
type Typed<Value> = Option & Readonly<{ [given]: Value }>

/** The options of a verb, by the fields that they fill. */
export type Options = Readonly<Record<string, Typed<unknown>>>

type ValueOf<Each> = Each extends Typed<infer Value> ? Value : never

/** The values of options. One that was not given has none. */
export type Given<Named extends Options> = {
  readonly [Field in keyof Named as undefined extends ValueOf<Named[Field]> ? never : Field]: ValueOf<Named[Field]>
} & {
  readonly [Field in keyof Named as undefined extends ValueOf<Named[Field]> ? Field : never]?: Exclude<
    ValueOf<Named[Field]>,
    undefined
  >
}

/** The values of options that were given. */
export function readOptions(command: Command, options: Options): Readonly<Record<string, unknown>> {
  const values = Object.entries(options).map(([field, each]) => {
    const value: unknown = command.getOptionValue(each.attributeName())
    // A parser can't say so: Commander makes an empty text of null.
    return [field, value === '' && each instanceof ClearingOption ? null : value] as const
  })
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

export function option(flags: string, description: string): Typed<string | undefined>
export function option<Value>(
  flags: string,
  description: string,
  parse: (text: string) => Value,
): Typed<Value | undefined>
export function option(flags: string, description: string, parse?: (text: string) => unknown) {
  const made = new Option(flags, description)
  return parse ? made.argParser(parse) : made
}

class ClearingOption extends Option {}

/** An option whose empty value clears the field. */
export function clearable(flags: string, description: string) {
  return new ClearingOption(flags, description) as Option as Typed<string | null | undefined>
}

/** An option without a value. */
export function flag(flags: string, description: string) {
  return new Option(flags, description) as Typed<true | undefined>
}

export function choice<const Value extends string>(flags: string, description: string, choices: readonly Value[]) {
  return new Option(flags, description).choices(choices) as Typed<Value | undefined>
}

export function required<Value>(optional: Typed<Value | undefined>) {
  return optional.makeOptionMandatory() as Typed<Value>
}

/** @param usual the value without the option */
export function withDefault<Value>(optional: Typed<Value | undefined>, usual: Value) {
  return optional.default(usual) as Typed<Value>
}

/** The parser of an option with a number. @param form of what is accepted */
export function wholeNumber(form: RegExp, problem: string): (text: string) => number {
  return (text) => {
    if (!form.test(text)) throw new InvalidArgumentError(problem)
    return Number(text)
  }
}

/** Refuses an empty list, which would be no limit: it comes from an unset shell variable. */
export function parseList(text: string): string[] {
  const words = text.split(',').map((word) => word.trim())
  if (words.includes('')) throw new InvalidArgumentError('Enter one or more values, separated by commas.')
  return words
}

/** The content of a file with a public JWK. The operation checks it. */
export function readPublicKey(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new InvalidArgumentError('Name a file with a public key as a JWK (JSON).')
  }
}

/** `--limit` of a list of the newest. */
export function limitOption() {
  const parse = wholeNumber(/^[1-9]\d{0,4}$/, 'Enter a whole number from 1 to 99999.')
  return withDefault(option('--limit <number>', 'how many at most', parse), 50)
}

type Fields<Name extends string> = Readonly<{
  perField: <Value>(toValue: (field: DeclaredField, name: Name) => Value) => Record<Name, Value>
}>

/** An option for each text of a noun, for the command that creates it. */
export function newTexts<Name extends string>({ perField }: Fields<Name>) {
  return perField(({ option: { flags, description, example } }) =>
    clearable(flags, example === undefined ? description : `${description}, for example ${example}`),
  )
}

/** An option for each text of a noun, for the command that changes it. An empty value removes the text. */
export function changedTexts<Name extends string>({ perField }: Fields<Name>) {
  return perField(({ option: { flags, description, none = 'none' } }) =>
    clearable(flags, `${description}; empty: ${none}`),
  )
}

/** The columns of the texts that have a heading. */
export function textColumns<Name extends string>({ perField }: Fields<Name>) {
  type Noun = Readonly<Record<Name, string | null>>
  return Object.values<Columns<Noun>>(
    perField(({ heading }, name) => (heading ? [[heading, (noun: Noun) => noun[name] || '–'] as const] : [])),
  ).flat()
}
