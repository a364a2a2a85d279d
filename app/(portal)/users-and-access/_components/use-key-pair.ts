'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { loadScript } from '#components/connection/load-script.ts'
import { readPublicKeyText } from '#lib/domain/keys/api-keys/public-key-text.ts'

export type KeyPairForm = ReturnType<typeof useKeyPair>

/**
 * `private_key`: it was pasted. `not_saved`: the private half of the pair that was made. `no_crypto`: none could be
 * made.
 */
type Problem = 'private_key' | 'not_saved' | 'no_crypto'

/**
 * The public key in a form, and the pair that this browser makes for it. The private half is in no state, field or
 * request: `save` hands it to the browser's downloads, once.
 */
export function useKeyPair() {
  const field = useRef<HTMLTextAreaElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const saveOnce = useRef<() => void>(undefined)
  const [step, setStep] = useState<'none' | 'making' | 'made' | 'saved'>('none')
  const [fileName, setFileName] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const isUnsaved = step === 'made'
  useLeaveWarning(isUnsaved)

  function forget() {
    saveOnce.current = undefined
    setStep('none')
  }
  async function make() {
    setStep('making')
    try {
      const { makeKeyPair, saveFile } = await loadScript(() => import('./key-pair.ts'))
      const { publicJwk, file } = await makeKeyPair()
      if (field.current) field.current.value = publicJwk
      saveOnce.current = () => saveFile(file)
      setFileName(file.name)
      setProblem(undefined)
      setStep('made')
    } catch {
      forget()
      setProblem('no_crypto')
    }
  }
  function save() {
    saveOnce.current?.()
    saveOnce.current = undefined
    setProblem(undefined)
    setStep('saved')
  }
  /** Another key was entered. @returns whether it may stay */
  function check(): boolean {
    const isPrivate = readPublicKeyText(field.current?.value ?? '').problem === 'private_key'
    if (isPrivate && field.current) field.current.value = ''
    setProblem(isPrivate ? 'private_key' : undefined)
    return !isPrivate
  }
  function change() {
    forget()
    check()
  }
  /** Keeps a private key, and the public half of one that isn't saved, from being sent. */
  function holdBack(event: FormEvent<HTMLFormElement>) {
    if (new FormData(event.currentTarget).get('secretTo') !== 'publicKey') return
    // An emptied field keeps its message.
    const wasPrivate = problem === 'private_key' && field.current?.value === ''
    if (wasPrivate || !check()) {
      event.preventDefault()
      field.current?.focus()
    } else if (isUnsaved) {
      event.preventDefault()
      setProblem('not_saved')
      button.current?.focus()
      button.current?.scrollIntoView({ block: 'center' })
    }
  }
  return { field, button, step, fileName, problem, isUnsaved, make, save, change, holdBack }
}

function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}
