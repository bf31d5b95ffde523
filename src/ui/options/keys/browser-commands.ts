import type {BrowserCommand} from '../../surface'
import {useOptions} from '../options-context'
import {useAsked} from '../use-asked'

const none: readonly BrowserCommand[] = []

/** The commands that Chrome itself listens for, with their keys of this moment. */
export function useBrowserCommands(): readonly BrowserCommand[] {
  const {surface} = useOptions()
  return useAsked(() => surface.commands(), none).answer.value
}
