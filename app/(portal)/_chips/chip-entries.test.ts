import { describe, expect, it } from 'vitest'
import { takeCompleted, withWords } from './chip-entries.ts'

describe('typed text', () => {
  it('stays text until a separator completes it', () => {
    expect(takeCompleted('Transport Gouda', /[,;]/)).toEqual({ completed: [], rest: 'Transport Gouda' })
    expect(takeCompleted('ACC-1,', /[,;]/)).toEqual({ completed: ['ACC-1'], rest: '' })
    expect(takeCompleted('ACC-1, ACC-2; Gou', /[,;]/)).toEqual({ completed: ['ACC-1', 'ACC-2'], rest: 'Gou' })
  })

  it('is completed by a space where entries have no names', () => {
    expect(takeCompleted('10.0.0.0/8 ', /[\s,;]/)).toEqual({ completed: ['10.0.0.0/8'], rest: '' })
    expect(takeCompleted(' ', /[\s,;]/)).toEqual({ completed: [], rest: '' })
  })

  it('makes no empty entry of a lone separator', () => {
    expect(takeCompleted(',', /[,;]/)).toEqual({ completed: [], rest: '' })
  })
})

it('an entry is kept once, at its first place', () => {
  expect(withWords(['a', 'b'], ['c', 'a', 'c'])).toEqual(['a', 'b', 'c'])
})
