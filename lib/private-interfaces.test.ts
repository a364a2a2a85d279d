import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const sources = globSync('{app,cli,components,e2e,lib,quality,scripts}/**/*.{ts,tsx}', {
  exclude: (path) => path.includes('node_modules'),
})

/** Parts of libraries that a new version may change without notice. A test holds each to what we use of it. */
const privateParts: Readonly<Record<string, RegExp>> = {
  // lib/foundation/db/engine.test.ts
  "Kysely's executor": /\.getExecutor\(/,
  // lib/server/mail-delivery/nodemailer.test.ts
  'nodemailer/lib': /'nodemailer\/lib\//,
  // scripts/company-provider.test.ts
  'oidc-provider/lib': /'oidc-provider\/lib\//,
  'exports that begin with an underscore': /^import \{(?:[^}]*[ ,])?_\w+/m,
  "Next's own modules": /(?:from|import\() ?'next\/dist\//,
}

it('private parts of libraries are used only where a test names them', () => {
  const found = Object.entries(privateParts).map(([name, pattern]) => [
    name,
    sources.filter((path) => !/\.(?:test|d)\.tsx?$/.test(path) && pattern.test(readFileSync(path, 'utf8'))).sort(),
  ])
  expect(Object.fromEntries(found)).toEqual({
    "Kysely's executor": ['lib/foundation/db/engine.ts'],
    'nodemailer/lib': ['lib/server/mail-delivery/encode-mail.ts', 'lib/server/mail-delivery/smtp-connection.ts'],
    'oidc-provider/lib': ['scripts/company-provider.ts'],
    'exports that begin with an underscore': [],
    "Next's own modules": [],
  })
})
