import type { SampleValue } from '#lib/openapi/operation.ts'
import type { Field, SampleRequest } from '#lib/openapi/samples/sample-request.ts'

/** Python 3 with its standard library only. */
export function pythonSample({ url, form, authorization, hasBody }: SampleRequest): string {
  const isBasic = authorization?.scheme === 'Basic'
  const imports = [
    ...(isBasic ? ['import base64'] : []),
    ...(hasBody ? ['import json'] : []),
    ...(form || authorization ? ['import os'] : []),
    'from urllib.error import HTTPError',
    ...(form ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
  ]
  return [
    ...imports,
    '',
    ...(isBasic ? [writeCredentials(authorization)] : []),
    ...(form ? ['form = {', ...form.map(writeField), '}'] : []),
    ...(authorization ? [`headers = {"Authorization": ${writeAuthorization(authorization)}}`] : []),
    `request = Request(${[
      `"${url}"`,
      ...(form ? ['data=urlencode(form).encode()'] : []),
      ...(authorization ? ['headers=headers'] : []),
    ].join(', ')})`,
    ...writeEnding(hasBody),
  ].join('\n')
}

function writeEnding(hasBody: boolean): string[] {
  return [
    'try:',
    '    with urlopen(request) as response:',
    `        ${hasBody ? 'result = json.load(response)' : 'pass'}`,
    'except HTTPError as error:',
    '    raise SystemExit(error.read().decode())',
    ...(hasBody ? ['print(json.dumps(result, indent=2))'] : []),
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
