import type { SampleValue } from '#lib/openapi/operation.ts'
import type { Field, SampleRequest } from '#lib/openapi/samples/sample-request.ts'

/** PHP 8 without extensions besides JSON and, for https, OpenSSL. */
export function phpSample({ url, form, authorization, hasBody }: SampleRequest): string {
  const headers = [
    ...(form ? ["'Content-Type: application/x-www-form-urlencoded'"] : []),
    ...(authorization ? [writeAuthorization(authorization)] : []),
  ]
  return [
    '<?php',
    ...(form ? ['$form = [', ...form.map(writeField), '];'] : []),
    "$context = stream_context_create(['http' => [",
    ...(form ? ["    'method' => 'POST',", "    'content' => http_build_query($form),"] : []),
    ...(headers.length > 0 ? ["    'header' => [", ...headers.map((line) => `        ${line},`), '    ],'] : []),
    "    'ignore_errors' => true,",
    ']]);',
    `$response = json_decode(file_get_contents('${url}', false, $context));`,
    'if (isset($response->error)) {',
    "    fwrite(STDERR, implode(' ', (array) $response) . PHP_EOL);",
    '    exit(1);',
    '}',
    ...(hasBody ? ['echo json_encode($response, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES), PHP_EOL;'] : []),
  ].join('\n')
}

function writeField([name, value]: Field): string {
  return `    '${name}' => ${write(value)},`
}

function writeAuthorization(authorization: NonNullable<SampleRequest['authorization']>): string {
  if (authorization.scheme === 'Bearer') return `'Authorization: Bearer ' . ${write(authorization.token)}`
  return `'Authorization: Basic ' . base64_encode(${write(authorization.name)} . ':' . ${write(authorization.password)})`
}

function write(value: SampleValue): string {
  return typeof value === 'string' ? `'${value}'` : `getenv('${value.variable}')`
}
