import {createContext, type Provider} from 'preact'
import {useContext} from 'preact/hooks'

/** A context without a default: its hook throws an error outside a provider. */
export function createRequiredContext<Value extends object>(hookName: string): readonly [Provider<Value>, () => Value] {
  const context = createContext<Value | null>(null)
  const useValue = () => {
    const value = useContext(context)
    if (value === null) throw new Error(`${hookName} needs a provider above it`)
    return value
  }
  return [context.Provider, useValue]
}
