import {createContext} from 'preact'
import {useContext} from 'preact/hooks'
import type {OptionsSurface} from '../surface'

const context = createContext<OptionsSurface | null>(null)
export const SurfaceProvider = context.Provider

/** The browser around the options page. */
export function useSurface(): OptionsSurface {
  const surface = useContext(context)
  if (!surface) throw new Error('useSurface needs a SurfaceProvider above it')
  return surface
}
