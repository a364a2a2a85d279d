import type { SampleValue } from '#lib/openapi/operation.ts'
import type { Field, SampleRequest } from '#lib/openapi/samples/sample-request.ts'

/** An ES module for Node.js 20 and other runtimes with `fetch` and `node:process`. */
export function javascriptSample(request: SampleRequest): string {
  const options = writeOptions(request)
  const call =
    options.length === 0 ? `fetch('${request.url}')` : `fetch('${request.url}', {\n${indent(options.join('\n'))}\n})`
  const readsEnvironment = options.some((option) => option.includes('env.'))
  return [
    ...(readsEnvironment ? ["import { env } from 'node:process'", ''] : []),
    `const response = await ${call}`,
    'if (!response.ok) throw new Error(await response.text())',
    ...(request.hasBody ? ['console.log(JSON.stringify(await response.json(), null, 2))'] : []),
  ].join('\n')
}

function writeOptions({ form, authorization }: SampleRequest): string[] {
  return [
    ...(form ? [`method: 'POST',`] : []),
    ...(authorization ? [`headers: { Authorization: ${writeAuthorization(authorization)} },`] : []),
    ...(form ? [`body: new URLSearchParams({\n${indent(form.map(writeField).join('\n'))}\n}),`] : []),
  ]
}

function writeField([name, value]: Field): string {
  return `${name}: ${write(value)},`
}

function writeAuthorization(authorization: NonNullable<SampleRequest['authorization']>): string {
  if (authorization.scheme === 'Bearer') return `\`Bearer ${within(authorization.token)}\``
  return `\`Basic \${btoa(\`${within(authorization.name)}:${within(authorization.password)}\`)}\``
}

/** Within a template literal. */
function within(value: SampleValue): string {
  return typeof value === 'string' ? value : `\${${write(value)}}`
}

function write(value: SampleValue): string {
  return typeof value === 'string' ? `'${value}'` : `env.${value.variable}`
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}
