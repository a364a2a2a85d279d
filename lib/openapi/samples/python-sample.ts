import type { SampleValue } from '#lib/openapi/operation.ts'
import type { Field, SampleRequest } from '#lib/openapi/samples/sample-request.ts'

/** A program of Python 3 and its standard library alone. */
export function pythonSample({ url, form, headers, authorization, hasAnswer }: SampleRequest): string {
  const isBasic = authorization?.scheme === 'Basic'
  const takesFields = form !== undefined || headers.length > 0 || authorization !== undefined
  const imports = [
    ...(isBasic ? ['import base64'] : []),
    ...(hasAnswer ? ['import json'] : []),
    ...(takesFields ? ['import os'] : []),
    'from urllib.error import HTTPError',
    ...(form ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
  ]
  const written = headers.map(writeField)
  if (authorization) written.unshift(`    "Authorization": ${writeAuthorization(authorization)},`)
  return [
    ...imports,
    '',
    ...(isBasic ? [writeCredentials(authorization)] : []),
    ...(form ? ['form = {', ...form.map(writeField), '}'] : []),
    ...(written.length > 0 ? ['headers = {', ...written, '}'] : []),
    `request = Request(${[
      `"${url}"`,
      ...(form ? ['data=urlencode(form).encode()'] : []),
      ...(written.length > 0 ? ['headers=headers'] : []),
    ].join(', ')})`,
    ...writeEnding(hasAnswer),
  ].join('\n')
}

function writeEnding(hasAnswer: boolean): string[] {
  return [
    'try:',
    '    with urlopen(request) as response:',
    `        ${hasAnswer ? 'answer = json.load(response)' : 'pass'}`,
    'except HTTPError as refusal:',
    '    raise SystemExit(refusal.read().decode())',
    ...(hasAnswer ? ['print(json.dumps(answer, indent=2))'] : []),
  ]
}

function writeField([name, value]: Field): string {
  return `    "${name}": ${write(value)},`
}

function writeAuthorization(authorization: NonNullable<SampleRequest['authorization']>): string {
  return authorization.scheme === 'Bearer'
    ? `"Bearer " + ${write(authorization.token)}`
    : '"Basic " + base64.b64encode(credentials.encode()).decode()'
}

function writeCredentials({ name, password }: { name: SampleValue; password: SampleValue }): string {
  return `credentials = ${write(name)} + ":" + ${write(password)}`
}

function write(value: SampleValue): string {
  return typeof value === 'string' ? `"${value}"` : `os.environ["${value.variable}"]`
}
