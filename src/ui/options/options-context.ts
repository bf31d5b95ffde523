import {createContext} from 'preact'
import {useContext} from 'preact/hooks'
import type {AccountState} from '../state/account'
import type {OptionsBrowserAdapter} from '../browser-adapter'
import type {HiddenRules} from './hidden'
import type {ListView} from './rules/filter'

type Options = {
  readonly surface: OptionsBrowserAdapter
  readonly account: AccountState
  readonly hidden: HiddenRules
  readonly listView: ListView
  /** Whether the current page was reached from another page of the options. */
  readonly hasMoved: () => boolean
}

const context = createContext<Options | null>(null)
export const OptionsProvider = context.Provider

export function useOptions(): Options {
  const options = useContext(context)
  if (!options) throw new Error('useOptions needs an OptionsProvider above it')
  return options
}
