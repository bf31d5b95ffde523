import {createContext} from 'preact'
import {useContext} from 'preact/hooks'
import type {HiddenRules} from './hidden'

const context = createContext<HiddenRules | null>(null)
export const HiddenProvider = context.Provider

/** The rules that another one hides. */
export function useHidden(): HiddenRules {
  const hidden = useContext(context)
  if (!hidden) throw new Error('useHidden needs a HiddenProvider above it')
  return hidden
}
