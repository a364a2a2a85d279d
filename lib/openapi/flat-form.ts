import { type Alternative, exampleOfSchema, type JsonSchema, listAlternatives } from '#lib/openapi/json-schema.ts'

/**
 * A form as one object with the fields of all alternatives. Code generators and API clients mishandle unions in form
 * bodies: they send nothing, or the fields of every alternative. A field that every alternative requires stays required;
 * a field that is required beside another one becomes `dependentRequired`.
 */
export function flattenForm(form: JsonSchema): JsonSchema {
  const alternatives = listAlternatives(form)
  const names = [...new Set(alternatives.flatMap(({ object }) => Object.keys(object.properties ?? {})))]
  const required = names.filter((name) => alternatives.every(({ object }) => requires(object, name)))
  const dependent = names
    .map((name) => [name, requiredBeside(name, alternatives).filter((other) => !required.includes(other))] as const)
    .filter(([, others]) => others.length > 0)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, mergeField(name, alternatives)])),
    ...(required.length > 0 && { required }),
    ...(dependent.length > 0 && { dependentRequired: Object.fromEntries(dependent) }),
    default: smallestExample(alternatives),
  }
}

/** The form that API clients prefill: the fewest fields, with credentials in the `Authorization` header. */
function smallestExample([first]: readonly Alternative[]): unknown {
  const { properties = {}, required = [] } = first?.object ?? {}
  const fields = Object.entries(properties).filter(([name]) => required.includes(name))
  return exampleOfSchema({ properties: Object.fromEntries(fields) })
}

function requiredBeside(name: string, alternatives: readonly Alternative[]): readonly string[] {
  const [first, ...others] = alternatives.filter(({ object }) => object.properties?.[name])
  const required = first?.object.required ?? []
  return required.filter((other) => other !== name && others.every(({ object }) => requires(object, other)))
}

function mergeField(name: string, alternatives: readonly Alternative[]): JsonSchema {
  const variants = alternatives.flatMap(({ kind, object }) => {
    const field = object.properties?.[name]
    return field ? [{ kind, field }] : []
  })
  const descriptions = new Map(variants.map(({ kind, field }) => [field.description, kind]))
  const described = [...descriptions].map(([description = '', kind]) => `With \`${kind}\`: ${description}`)
  const { const: value, ...field } = variants[0]?.field ?? {}
  return {
    ...field,
    ...(descriptions.size > 1 && { description: described.join(' ') }),
    ...(value !== undefined && { enum: variants.map((variant) => variant.field.const) }),
  }
}

function requires({ required = [] }: JsonSchema, name: string): boolean {
  return required.includes(name)
}
