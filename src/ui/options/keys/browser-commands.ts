import type {BrowserCommand} from '../../surface'
import {useSurface} from '../surface-context'
import {useAsked} from '../use-asked'

const none: readonly BrowserCommand[] = []

/** The commands that Chrome itself listens for, with their keys of this moment. */
export function useBrowserCommands(): readonly BrowserCommand[] {
  const surface = useSurface()
  return useAsked(() => surface.commands(), none).answer.value
}
