import { format } from 'node:util'
import { afterEach, beforeEach, expect, vi } from 'vitest'

const consoleMethods = ['log', 'info', 'warn', 'error', 'debug'] as const
let strayLines: string[] = []

beforeEach(() => {
  strayLines = []
  for (const method of consoleMethods) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      strayLines.push(format(...parts))
    })
  }
})

// The product writes to its log: console output is a mistake.
afterEach(() => {
  expect(strayLines, 'stray console output').toEqual([])
})
