import type { Operation, Sample, SampleValue } from '#lib/web/openapi/operation.ts'

/** A sample with its URL, to be written in each language. */
type SampleRequest = Readonly<{
  url: string
  method: Operation['method']
  /** The text of a JSON body, which has no quotation mark of a shell. */
  json: string | undefined
  /** Undefined for GET, and for JSON. */
  form: readonly (readonly [name: string, value: SampleValue])[] | undefined
  authorization: Sample['authorization']
}>

/** An entry of `x-codeSamples`: linters and reference pages know exactly these keys. */
export type WrittenSample = Readonly<{ lang: string; label: string; source: string }>

const languages = [
  { lang: 'Shell', name: 'curl', write: curlSample },
  { lang: 'JavaScript', name: 'JavaScript', write: javascriptSample },
  { lang: 'Python', name: 'Python', write: pythonSample },
  { lang: 'PHP', name: 'PHP', write: phpSample },
] as const

export type SampleLanguage = (typeof languages)[number]['name']
export const sampleLanguages: readonly SampleLanguage[] = languages.map(({ name }) => name)

/** Samples in every language. Credentials come from environment variables, named as the portal shows for a new key. */
export function writeSamples(operation: Operation, baseUrl: string): readonly WrittenSample[] {
  return (operation.samples ?? []).flatMap((sample) => {
    const request: SampleRequest = {
      url: `${baseUrl}${sample.path ?? operation.path}`,
      method: operation.method,
      json: sample.json && JSON.stringify(sample.json),
      form: operation.method === 'POST' && !sample.json ? Object.entries(sample.fields ?? {}) : undefined,
      authorization: sample.authorization,
    }
    return languages.map(({ lang, name, write }) => ({
      lang,
      label: `${sample.label} · ${name}`,
      source: write(request),
    }))
  })
}

/** The end of the label, such as "curl"; `lang` has the name that linters know, such as "Shell". */
export function languageOf({ label }: WrittenSample): string {
  return label.slice(label.lastIndexOf(' · ') + 3)
}

/** A command line for any POSIX shell. */
function curlSample({ url, method, json, form, authorization }: SampleRequest): string {
  const write = (value: SampleValue) => (typeof value === 'string' ? value : `$${value.variable}`)
  // With a body, curl sends POST by itself.
  const isExplicit = form?.length === 0 || (json !== undefined && method !== 'POST')
  const target = url.includes('?') ? `"${url}"` : url
  const parts = [`curl --fail-with-body -sS ${isExplicit ? `-X ${method} ` : ''}${target}`]
  if (authorization?.scheme === 'Bearer') parts.push(`-H "Authorization: Bearer ${write(authorization.token)}"`)
  if (authorization?.scheme === 'Basic') {
    parts.push(`-u "${write(authorization.name)}:${write(authorization.password)}"`)
  }
  if (json !== undefined) parts.push('-H "Content-Type: application/json"', `-d '${json}'`)
  for (const [name, value] of form ?? []) {
    parts.push(typeof value === 'string' ? `-d ${name}=${value}` : `--data-urlencode "${name}=${write(value)}"`)
  }
  return parts.join(' \\\n  ')
}

/** An ES module for Node.js 20 and other runtimes with `fetch` and `node:process`. */
function javascriptSample({ url, method, json, form, authorization }: SampleRequest): string {
  const write = (value: SampleValue) => (typeof value === 'string' ? `'${value}'` : `env.${value.variable}`)
  const fill = (value: SampleValue) => (typeof value === 'string' ? value : `\${${write(value)}}`)
  const options: string[] = []
  if (form || json !== undefined) options.push(`method: '${method}',`)
  if (authorization?.scheme === 'Bearer') {
    const content = json === undefined ? '' : `, 'Content-Type': 'application/json'`
    options.push(`headers: { Authorization: \`Bearer ${fill(authorization.token)}\`${content} },`)
  }
  if (authorization?.scheme === 'Basic') {
    const credentials = `${fill(authorization.name)}:${fill(authorization.password)}`
    options.push(`headers: { Authorization: \`Basic \${btoa(\`${credentials}\`)}\` },`)
  }
  if (json !== undefined) options.push(`body: '${json}',`)
  if (form) {
    const fields = form.map(([name, value]) => `  ${name}: ${write(value)},`)
    options.push('body: new URLSearchParams({', ...fields, '}),')
  }
  const lines = options.map((line) => `  ${line}`).join('\n')
  return [
    ...(lines.includes('env.') ? ["import { env } from 'node:process'", ''] : []),
    `const response = await ${lines === '' ? `fetch('${url}')` : `fetch('${url}', {\n${lines}\n})`}`,
    'if (!response.ok) throw new Error(await response.text())',
    'console.log(JSON.stringify(await response.json(), null, 2))',
  ].join('\n')
}

/** Python 3 with its standard library only. */
function pythonSample({ url, method, json, form, authorization }: SampleRequest): string {
  const write = (value: SampleValue) => (typeof value === 'string' ? `"${value}"` : `os.environ["${value.variable}"]`)
  const imports: string[] = []
  const setup: string[] = []
  const options = [`"${url}"`]
  if (authorization?.scheme === 'Basic') {
    imports.push('import base64')
    setup.push(`credentials = ${write(authorization.name)} + ":" + ${write(authorization.password)}`)
  }
  imports.push('import json')
  if (form || authorization) imports.push('import os')
  imports.push('from urllib.error import HTTPError')
  if (form) {
    imports.push('from urllib.parse import urlencode')
    setup.push('form = {', ...form.map(([name, value]) => `    "${name}": ${write(value)},`), '}')
    options.push('data=urlencode(form).encode()')
  }
  if (authorization) {
    const basic = '"Basic " + base64.b64encode(credentials.encode()).decode()'
    const header = authorization.scheme === 'Bearer' ? `"Bearer " + ${write(authorization.token)}` : basic
    const content = json === undefined ? '' : ', "Content-Type": "application/json"'
    setup.push(`headers = {"Authorization": ${header}${content}}`)
    options.push('headers=headers')
  }
  if (json !== undefined) {
    setup.push(`body = '${json}'`)
    options.push('data=body.encode()', `method="${method}"`)
  }
  return [
    ...imports,
    'from urllib.request import Request, urlopen',
    '',
    ...setup,
    `request = Request(${options.join(', ')})`,
    'try:',
    '    with urlopen(request) as response:',
    '        result = json.load(response)',
    'except HTTPError as error:',
    '    raise SystemExit(error.read().decode())',
    'print(json.dumps(result, indent=2))',
  ].join('\n')
}

/** PHP 8 without extensions besides JSON and, for https, OpenSSL. */
function phpSample({ url, method, json, form, authorization }: SampleRequest): string {
  const write = (value: SampleValue) => (typeof value === 'string' ? `'${value}'` : `getenv('${value.variable}')`)
  const headers: string[] = []
  if (form) headers.push("'Content-Type: application/x-www-form-urlencoded'")
  if (json !== undefined) headers.push("'Content-Type: application/json'")
  if (authorization?.scheme === 'Bearer') headers.push(`'Authorization: Bearer ' . ${write(authorization.token)}`)
  if (authorization?.scheme === 'Basic') {
    const credentials = `${write(authorization.name)} . ':' . ${write(authorization.password)}`
    headers.push(`'Authorization: Basic ' . base64_encode(${credentials})`)
  }
  return [
    '<?php',
    ...(form ? ['$form = [', ...form.map(([name, value]) => `    '${name}' => ${write(value)},`), '];'] : []),
    "$context = stream_context_create(['http' => [",
    ...(form ? ["    'method' => 'POST',", "    'content' => http_build_query($form),"] : []),
    ...(json === undefined ? [] : [`    'method' => '${method}',`, `    'content' => '${json}',`]),
    ...(headers.length > 0 ? ["    'header' => [", ...headers.map((line) => `        ${line},`), '    ],'] : []),
    "    'ignore_errors' => true,",
    ']]);',
    `$response = json_decode(file_get_contents('${url}', false, $context));`,
    'if (isset($response->error)) {',
    "    fwrite(STDERR, implode(' ', (array) $response) . PHP_EOL);",
    '    exit(1);',
    '}',
    'echo json_encode($response, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES), PHP_EOL;',
  ].join('\n')
}
