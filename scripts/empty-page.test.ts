import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describeMeasured, weightFile } from './empty-page.ts'

it('the kept weight is that of the present files: otherwise each run of page-weight builds the page again', () => {
  expect(JSON.parse(readFileSync(weightFile, 'utf8')).measured).toBe(describeMeasured())
})
