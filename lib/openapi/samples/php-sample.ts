import type { SampleValue } from '#lib/openapi/operation.ts'
import type { Field, SampleRequest } from '#lib/openapi/samples/sample-request.ts'

/** A program of PHP 8 without extensions besides JSON and, for https, OpenSSL. */
export function phpSample({ url, form, headers, authorization, hasAnswer }: SampleRequest): string {
  const written = [
    ...(form ? ["'Content-Type: application/x-www-form-urlencoded'"] : []),
    ...(authorization ? [writeAuthorization(authorization)] : []),
    ...headers.map(([name, value]) => `'${name}: ' . ${write(value)}`),
  ]
  return [
    '<?php',
    ...(form ? ['$form = [', ...form.map(writeField), '];'] : []),
    "$context = stream_context_create(['http' => [",
    ...(form ? ["    'method' => 'POST',", "    'content' => http_build_query($form),"] : []),
    ...(written.length > 0 ? ["    'header' => [", ...written.map((line) => `        ${line},`), '    ],'] : []),
    "    'ignore_errors' => true,",
    ']]);',
    `$answer = json_decode(file_get_contents('${url}', false, $context));`,
    'if (isset($answer->error)) {',
    "    fwrite(STDERR, implode(' ', (array) $answer) . PHP_EOL);",
    '    exit(1);',
    '}',
    ...(hasAnswer ? ['echo json_encode($answer, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES), PHP_EOL;'] : []),
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
