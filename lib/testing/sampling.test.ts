import { expect } from 'vitest'
import { completeOnly, isComplete } from '#lib/testing/sampling.ts'
import { onlyOn } from '#lib/testing/test-services.ts'

completeOnly(
  'a test of the complete form is left out of the short one, also if it is for one engine',
  onlyOn('sqlite'),
  () => {
    expect(isComplete).toBe(true)
  },
)
